import type { Caller } from '../../base/caller.ts';
import { countPrices, defineProductList, readPrices, readProducts } from '../../store/catalog/catalog-queries.ts';
import { type PriceListRecord, readPriceListRecords } from '../../store/catalog/price-list-queries.ts';
import { defineStockList, readStock } from '../../store/catalog/stock-queries.ts';
import type { ReadPage } from '../../store/list-reader.ts';
import type { StoreDb } from '../../store/schema.ts';
import { sortByIds } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Batch, Platform, PriceListQuery, PriceListRow } from '../platform.ts';
import { createForeignKeyError, getScope } from './embedded-scope.ts';
import { toProduct, toProductPrice, toSalePrice, toStockRow } from './product-mapper.ts';

type Catalog = Pick<Platform, 'searchProducts' | 'findProduct' | 'listProductPrices' | 'listStock'>;

export function createEmbeddedCatalog(store: StoreDb, readPage: ReadPage): Catalog {
  return {
    searchProducts: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = getScope(caller);
        const page = await readPage(db, defineProductList(db, scope, query), query);
        const ids = page.rows.map(({ id }) => id);
        const products = sortByIds(await readProducts(db, scope, ids), ids);
        return { total: page.total, rows: products.map(toProduct) };
      }),

    findProduct: (caller, id) =>
      inTransaction(store, async (db) => {
        const [product] = await readProducts(db, getScope(caller), [id]);
        if (product === undefined) return null;
        const prices = await readPrices(db, caller.accountId, [id]);
        return { ...toProduct(product), prices: prices.map(toProductPrice) };
      }),

    listProductPrices: ({ accountId }, query) =>
      inTransaction(store, async (db) => {
        const total = await countPrices(db, accountId, query.product_ids);
        const prices = await readPrices(db, accountId, query.product_ids, query);
        return { total, rows: prices.map(toProductPrice) };
      }),

    listStock: (caller, query) =>
      inTransaction(store, async (db) => {
        const scope = getScope(caller);
        const page = await readPage(db, defineStockList(db, scope, query), query);
        const stock = await readStock(db, scope, page.rows);
        return { total: page.total, rows: stock.map(toStockRow) };
      }),
  };
}

/** Takes about 2 ms and little memory. */
const PRICE_LIST_BATCH_SIZE = 1_000;

const KEY_PATTERN = /^\d{1,15}$/;

/** The key of a batch is the id of its last product. */
export async function readEmbeddedPriceList(
  store: StoreDb,
  caller: Caller,
  query: PriceListQuery,
  after: string | null,
): Promise<Batch<PriceListRow>> {
  const afterId = after === null ? 0 : parseKey(after);
  const limit = PRICE_LIST_BATCH_SIZE;
  const records = await readPriceListRecords(store, getScope(caller), query, { afterId, limit });
  const last = records.length === limit ? records.at(-1) : undefined;
  return { rows: toPriceListRows(records), next: last ? String(last.id) : null };
}

function parseKey(text: string): number {
  if (!KEY_PATTERN.test(text)) throw createForeignKeyError();
  return Number(text);
}

/** One row per product. The first record of a product has its valid price. */
function toPriceListRows(records: readonly PriceListRecord[]): PriceListRow[] {
  const firstRecords = records.filter(({ id }, index) => id !== records[index - 1]?.id);
  return firstRecords.map(({ id, sku, title, ...price }) => ({ id, sku, title, salePrice: toSalePrice(price) }));
}
