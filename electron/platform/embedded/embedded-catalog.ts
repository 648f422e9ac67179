import type { ProductWithPrices } from '../../../shared/contract/products.ts';
import { toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import {
  countCatalog,
  countPrices,
  findProductText,
  productList,
  readCatalogPage,
  readListedProducts,
  readPrices,
} from '../../store/catalog/catalog-queries.ts';
import { type PriceListRecord, readPriceListRecords } from '../../store/catalog/price-list-queries.ts';
import { countStock, readListedStock, readStockPage, stockList } from '../../store/catalog/stock-queries.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import type { StoreDb } from '../../store/schema.ts';
import type { PageRange, StoreScope } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type JsonRows, withJsonRows } from '../json-rows.ts';
import type { Platform, PriceListBatch, PriceListQuery, PriceListRow } from '../platform.ts';
import { isNearPage } from '../platform-calls.ts';
import { PlatformError } from '../platform-error.ts';
import { scopeOf } from './embedded-scope.ts';

type Catalog = Pick<Platform, 'searchProducts' | 'findProduct' | 'listProductPrices'>;

export function createEmbeddedCatalog(store: StoreDb, lists: OrderedLists): Catalog {
  const totalOf = createRowCounts((scope) => countCatalog(store, scope));

  return {
    async searchProducts(caller, query) {
      const scope = scopeOf(caller);
      const near = await readNear(query, scope, totalOf, () => readCatalogPage(store, scope, query));
      if (near !== null) return withJsonRows({ total: near.total }, near.rows);
      return lists.read(productList(scope, query), async (db, list) =>
        withJsonRows({ total: list.total }, await readListedProducts(db, scope, list, query)),
      );
    },

    async findProduct(caller, id) {
      const text = await findProductText(store, scopeOf(caller), id);
      return text === undefined ? null : (JSON.parse(text) as ProductWithPrices);
    },

    async listProductPrices({ accountId }, query) {
      const rows = await readPrices(store, accountId, query.product_ids, query);
      // A first page that is not full holds them all.
      if (query.start === 0 && rows.count < query.limit) return withJsonRows({ total: rows.count }, rows);
      return inTransaction(store, async (db) => {
        const total = await countPrices(db, accountId, query.product_ids);
        return withJsonRows({ total }, await readPrices(db, accountId, query.product_ids, query));
      });
    },
  };
}

export function createEmbeddedStock(store: StoreDb, lists: OrderedLists): Pick<Platform, 'listStock'> {
  const totalOf = createRowCounts((scope) => countStock(store, scope));

  return {
    async listStock(caller, query) {
      const scope = scopeOf(caller);
      const near = await readNear(query, scope, totalOf, () => readStockPage(store, scope, query));
      if (near !== null) return withJsonRows({ total: near.total }, near.rows);
      return lists.read(stockList(scope, query), async (db, list) =>
        withJsonRows({ total: list.total }, await readListedStock(db, scope, list, query)),
      );
    },
  };
}

/** About 2 ms of reading, and little to hold. */
const PRICE_LIST_BATCH = 1_000;

const KEY_FORM = /^\d{1,15}$/;

/** The key of a batch is the id of its last product. */
export async function readEmbeddedPriceList(
  store: StoreDb,
  caller: Caller,
  query: PriceListQuery,
  after: string | null,
): Promise<PriceListBatch> {
  const afterId = after === null ? 0 : parseKey(after);
  const limit = PRICE_LIST_BATCH;
  const records = await readPriceListRecords(store, scopeOf(caller), query, { afterId, limit });
  const last = records.length === limit ? records.at(-1) : undefined;
  return { rows: toRows(records), next: last ? String(last[0]) : null };
}

function parseKey(text: string): number {
  if (!KEY_FORM.test(text)) {
    throw new PlatformError('rejected', 'The batch does not continue one of this platform.');
  }
  return Number(text);
}

/** One row per product: the first of its records has the price that is valid. */
function toRows(records: readonly PriceListRecord[]): PriceListRow[] {
  return records.filter(([id], index) => id !== records[index - 1]?.[0]).map(toRow);
}

function toRow([id, sku, title, ppu, ppuWt, tax_rate_id]: PriceListRecord): PriceListRow {
  const isPriced = ppu !== null && ppuWt !== null && tax_rate_id !== null;
  const salePrice = isPriced ? { ppu: toEuros(ppu), ppu_wt: toEuros(ppuWt), tax_rate_id } : null;
  return { id, sku, title, salePrice };
}

interface CountedVersion {
  readonly version: number;
  readonly total: number;
}

/** Counts rows once per version of the data. Null where the data have moved on from `version`. */
function createRowCounts(count: (scope: StoreScope) => Promise<CountedVersion>) {
  const kept = new Map<string, CountedVersion>();

  return async function totalOf(scope: StoreScope, version: number): Promise<number | null> {
    const key = `${scope.accountId} ${scope.locationId}`;
    if (kept.get(key)?.version !== version) kept.set(key, await count(scope));
    const latest = kept.get(key);
    return latest?.version === version ? latest.total : null;
  };
}

/** Something else wrote in between; more than once in a row is next to impossible. */
const ATTEMPTS = 3;

/** A page of a whole list by passing over the rows before it; null where it lies too far, or the data never stood still. */
async function readNear(
  query: PageRange,
  scope: StoreScope,
  totalOf: ReturnType<typeof createRowCounts>,
  readPage: () => Promise<JsonRows & { readonly version: number }>,
) {
  if (!isNearPage(query)) return null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { version, ...rows } = await readPage();
    const total = await totalOf(scope, version);
    if (total !== null) return { total, rows };
  }
  return null;
}
