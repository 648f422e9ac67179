import { type Insertable, sql } from 'kysely';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { TurnoverGroup } from '../../../shared/contract/turnover-groups.ts';
import { foldBeginning } from '../../../shared/fold-text.ts';
import { AMOUNT_SCALE, fromEuros, QUANTITY_SCALE } from '../../../shared/money.ts';
import type { Clock } from '../../base/clock.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from '../catalog/catalog-queries.ts';
import type { ProductPricesTable, ProductsTable } from '../schema.ts';
import { splitIntoChunks } from '../scoped-queries.ts';
import { raiseVersion } from '../versions.ts';
import { COPIED_ACCOUNT, type CopyDb, type CopyStore, openCopyStore, writeFacts } from './copy-store.ts';

/**
 * Opens the store of a copied catalog. Records that products refer to are stored as lists. Those by which products are
 * sorted are also stored as rows.
 */
export function openCatalogCopy(file: string, clock: Pick<Clock, 'now'>): Promise<CopyStore> {
  return openCopyStore(file, clock, async (db) => {
    await sql`pragma foreign_keys = off`.execute(db);
  });
}

/** Current products with all their prices, and the ids of removed products. */
export interface CopiedChanges {
  readonly products: readonly Product[];
  readonly prices: readonly ProductPrice[];
  readonly removed: readonly number[];
}

const ROWS_PER_STATEMENT = 200;

/** The maximum work per transaction, in characters to index. Other calls wait about 100 ms for it. */
const MAX_PORTION_WORK = 25_000;

/** The work of a price, and of a product without its text, in characters. */
const PRICE_WORK = 50;
const PRODUCT_WORK = 250;

/**
 * Applies changes in several transactions, and the facts in the last one. Runs `pause` in between; if it throws, the
 * work ends. A product with 200 prices or more is first visible without some of them. May be repeated. Throws
 * `RangeError`, before it writes, for an amount or quantity that the store cannot hold.
 */
export async function applyChanges(
  store: CopyDb,
  changes: CopiedChanges,
  facts: Readonly<Record<string, string>>,
  pause: () => Promise<void>,
): Promise<void> {
  const portions = splitIntoPortions(changes);
  for (const [index, portion] of portions.entries()) {
    if (index > 0) await pause();
    const isLast = index === portions.length - 1;
    await store
      .transaction()
      .setAccessMode('read write')
      .execute(async (db) => {
        await writePortion(db, portion);
        if (isLast) await writeFacts(db, facts);
      });
  }
}

interface Portion {
  /** Ids of products whose rows are removed first. */
  readonly removed: number[];
  readonly products: Insertable<ProductsTable>[];
  readonly prices: ProductPricesTable[];
}

/** Returns at least one portion, which may be empty. */
function splitIntoPortions({ products, prices, removed }: CopiedChanges): Portion[] {
  const pricesByProduct = Map.groupBy(prices.map(toPriceRow), ({ product_id }) => product_id);
  const portions: Portion[] = [];
  let remainingWork = 0;
  function reserve(work: number): Portion {
    const latest = portions.at(-1);
    const portion = latest && work <= remainingWork ? latest : { removed: [], products: [], prices: [] };
    if (portion !== latest) {
      portions.push(portion);
      remainingWork = MAX_PORTION_WORK;
    }
    remainingWork -= work;
    return portion;
  }

  reserve(0);
  for (const id of removed) reserve(PRODUCT_WORK).removed.push(id);
  for (const row of products.map(toProductRow)) {
    const [first = [], ...others] = splitIntoChunks(pricesByProduct.get(row.id) ?? [], ROWS_PER_STATEMENT);
    const characters = row.folded_sku.length + row.folded_title.length;
    const portion = reserve(PRODUCT_WORK + characters + first.length * PRICE_WORK);
    portion.removed.push(row.id);
    portion.products.push(row);
    portion.prices.push(...first);
    for (const more of others) reserve(more.length * PRICE_WORK).prices.push(...more);
  }
  return portions;
}

async function writePortion(db: CopyDb, { removed, products, prices }: Portion): Promise<void> {
  await removeProducts(db, removed);
  // Use `replace`, because a product may occur twice in a page.
  for (const values of splitIntoChunks(products, ROWS_PER_STATEMENT)) {
    await db.replaceInto('products').values(values).execute();
  }
  for (const values of splitIntoChunks(prices, ROWS_PER_STATEMENT)) {
    await db.replaceInto('product_prices').values(values).execute();
  }
  // No change is recorded: readers use the feed of the deployment.
  if (removed.length + prices.length > 0) await raiseVersion(db, COPIED_ACCOUNT, 'products');
}

/** Lists by which products are sorted. Absent lists do not change. */
export interface SortingLists {
  readonly turnoverGroups?: readonly TurnoverGroup[];
  readonly taxRates?: readonly TaxRate[];
}

/** Replaces the lists and writes the facts in one transaction. */
export async function replaceSortingLists(
  store: CopyDb,
  { turnoverGroups, taxRates }: SortingLists,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  const account_id = COPIED_ACCOUNT;
  await store
    .transaction()
    .setAccessMode('read write')
    .execute(async (db) => {
      if (turnoverGroups) await db.deleteFrom('turnover_groups').execute();
      for (const groups of splitIntoChunks(turnoverGroups ?? [], ROWS_PER_STATEMENT)) {
        const values = groups.map(({ id, code, title }) => ({
          ...{ id, account_id, code: code ?? '' },
          ...{ title, folded_title: foldBeginning(title) },
        }));
        await db.insertInto('turnover_groups').values(values).execute();
      }
      if (taxRates) await db.deleteFrom('tax_rates').execute();
      for (const rates of splitIntoChunks(taxRates ?? [], ROWS_PER_STATEMENT)) {
        const values = rates.map(({ id, name, value, country_iso2, alias }) => ({
          ...{ id, account_id, name, country_iso2, alias },
          value_hundredths: Math.round(value * 100),
        }));
        await db.insertInto('tax_rates').values(values).execute();
      }
      await writeFacts(db, facts);
    });
}

export async function countCopiedProducts(db: CopyDb): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function removeProducts(db: CopyDb, ids: readonly number[]): Promise<void> {
  const productIds = sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
  await db
    .deleteFrom('product_prices')
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('product_id', 'in', productIds)
    .execute();
  await db.deleteFrom('products').where('id', 'in', productIds).execute();
}

function toProductRow(product: Product): Insertable<ProductsTable> {
  // A deployment may send fields that the contract does not have.
  const columns = Object.fromEntries(PRODUCT_COLUMNS.map((column) => [column, product[column]]));
  return {
    ...(columns as Pick<Product, ProductColumn>),
    account_id: COPIED_ACCOUNT,
    folded_sku: foldBeginning(product.sku),
    folded_title: foldBeginning(product.title),
    // As listed, for the locations visible to the reader. A copy has one reader.
    stock: fromQuantity(product.stock),
  };
}

function toPriceRow({ is_sale_price: _, ppu, ppu_wt, from_qty, ...price }: ProductPrice): ProductPricesTable {
  return {
    ...price,
    account_id: COPIED_ACCOUNT,
    ppu: fromEuros(ppu),
    ppu_wt: fromEuros(ppu_wt),
    from_qty: from_qty === null ? null : fromQuantity(from_qty),
  };
}

/** Rounds to 1/1000, halves away from zero. */
function fromQuantity(quantity: number): number {
  const thousandths = Math.round((Math.abs(fromEuros(quantity)) * QUANTITY_SCALE) / AMOUNT_SCALE);
  return quantity < 0 && thousandths > 0 ? -thousandths : thousandths;
}
