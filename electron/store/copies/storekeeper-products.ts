import { type Insertable, sql } from 'kysely';
import { recordProductChanges, recordStockChanges, type StockPlace } from '../changes/record-changes.ts';
import type { ProductPricesTable, ProductsTable, StockTable } from '../schema.ts';
import { chunksOf } from '../scoped-queries.ts';
import { raiseVersion } from '../versions.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import { type SeenProductsTable, type StoreKeeperDb, upsertRows } from './storekeeper-copy-store.ts';

export type SeenProductRow = SeenProductsTable;

const ROWS_PER_STATEMENT = 200;

/** Of each product the row with the lowest id that the sweep has seen. */
export async function readFirstRows(
  db: StoreKeeperDb,
  sweep: number,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, SeenProductRow>> {
  const rows = await db
    .selectFrom('sk_products')
    .selectAll()
    .where('product_id', 'in', listOf(productIds))
    .where('sweep', '=', sweep)
    .orderBy('row_id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.product_id, row]));
}

/** Of which product a row was when it was seen last; those that were never seen are left out. */
export async function readProductsOfRows(
  db: StoreKeeperDb,
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('sk_products')
    .select(['row_id', 'product_id'])
    .where('row_id', 'in', listOf(rowIds))
    .execute();
  return new Map(rows.map(({ row_id, product_id }) => [row_id, product_id]));
}

/** Remembers rows as seen by a sweep. Answers how many of them it had not seen yet. */
export async function writeSeenRows(db: StoreKeeperDb, seen: readonly SeenProductRow[]): Promise<number> {
  const [first] = seen;
  if (first === undefined) return 0;
  const ids = [...new Set(seen.map(({ row_id }) => row_id))];
  const { count } = await db
    .selectFrom('sk_products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sweep', '=', first.sweep)
    .where('row_id', 'in', listOf(ids))
    .executeTakeFirstOrThrow();
  for (const chunk of chunksOf(seen, ROWS_PER_STATEMENT)) await db.replaceInto('sk_products').values(chunk).execute();
  return ids.length - count;
}

/** How many rows the sweep has seen. */
export async function countSeenRows(db: StoreKeeperDb, sweep: number): Promise<number> {
  const { count } = await db
    .selectFrom('sk_products')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sweep', '=', sweep)
    .executeTakeFirstOrThrow();
  return count;
}

/** By SKU the id of the product that has it. */
export async function readSkuOwners(
  db: StoreKeeperDb,
  skus: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('sku', 'in', sql<string>`(select value from json_each(${JSON.stringify(skus)}))`)
    .execute();
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** Products with all that they have: prices and stock that are not given are removed. */
export interface ProductRows {
  /** `stock` is the sum of their rows of stock, or, without any, what they have alone. */
  readonly products: readonly (Insertable<ProductsTable> & { readonly id: number; readonly stock: number })[];
  readonly prices: readonly ProductPricesTable[];
  readonly stockRows: readonly StockTable[];
}

/** Writes and records what differs, and nothing else. What the rows refer to has to be there. */
export async function writeProductRows(db: StoreKeeperDb, rows: ProductRows): Promise<void> {
  const written = await upsertRows(
    db,
    'products',
    rows.products.map(({ stock: _, ...product }) => product),
  );
  const repriced = await writePrices(db, rows);
  const places = await writeStock(db, rows);
  await recordProductChanges(db, COPIED_ACCOUNT, [...written.map(({ id }) => id), ...repriced]);
  await recordStockChanges(db, COPIED_ACCOUNT, places);
}

/** Answers the products whose prices changed. A price may move from one product to another. */
async function writePrices(db: StoreKeeperDb, { products, prices }: ProductRows): Promise<number[]> {
  const ids = listOf(prices.map(({ id }) => id));
  const removed = await db
    .deleteFrom('product_prices')
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('product_id', 'in', listOf(products.map(({ id }) => id)))
    .where('id', 'not in', ids)
    .returning(['id', 'product_id'])
    .execute();
  const known = await db.selectFrom('product_prices').select(['id', 'product_id']).where('id', 'in', ids).execute();
  const written = new Set((await upsertRows(db, 'product_prices', prices)).map(({ id }) => id));
  const changed = [...known, ...prices].filter(({ id }) => written.has(id));
  return [...removed, ...changed].map(({ product_id }) => product_id);
}

/** Answers the places whose stock changed. A product without rows of stock has its stock at no location. */
async function writeStock(db: StoreKeeperDb, { products, stockRows }: ProductRows): Promise<StockPlace[]> {
  const given = JSON.stringify(stockRows.map((row) => `${row.product_id} ${row.location_id}`));
  const { rows: removed } = await sql<StockPlace>`
    delete from stock
    where account_id = ${COPIED_ACCOUNT} and product_id in ${listOf(products.map(({ id }) => id))}
      and product_id || ' ' || location_id not in (select value from json_each(${given}))
    returning product_id, location_id`.execute(db);
  const places = [...removed, ...(await upsertRows(db, 'stock', stockRows))];
  const located = new Set(places.map(({ product_id }) => product_id));
  const restocked = await writeStockOfProducts(db, products);
  const unlocated = restocked.filter((id) => !located.has(id));
  return [...places, ...unlocated.map((product_id) => ({ product_id, location_id: null }))];
}

/** Answers the products whose stock changed. */
async function writeStockOfProducts(db: StoreKeeperDb, products: ProductRows['products']): Promise<number[]> {
  const given = JSON.stringify(products.map(({ id, stock }) => ({ id, stock })));
  const { rows } = await sql<{ id: number }>`
    update products set stock = given.stock
    from (select value ->> 'id' as id, value ->> 'stock' as stock from json_each(${given})) as given
    where products.id = given.id and products.stock <> given.stock
    returning products.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes the products of which the sweep has seen no row, with their prices, stock and notes. */
export async function removeUnseenProducts(db: StoreKeeperDb, sweep: number): Promise<void> {
  const unseen = sql<string>`(select 'product_row:' || row_id from sk_products where sweep <> ${sweep})`;
  await db.deleteFrom('sk_notes').where('owner', 'in', unseen).execute();
  await db.deleteFrom('sk_products').where('sweep', '<>', sweep).execute();
  const { rows } = await sql<{ id: number }>`
    select id from products where account_id = ${COPIED_ACCOUNT}
      and id not in (select product_id from sk_products)`.execute(db);
  if (rows.length === 0) return;
  const gone = listOf(rows.map(({ id }) => id));
  for (const table of ['stock', 'product_prices'] as const) {
    await db.deleteFrom(table).where('account_id', '=', COPIED_ACCOUNT).where('product_id', 'in', gone).execute();
  }
  await db.deleteFrom('products').where('id', 'in', gone).execute();
  await raiseVersion(db, COPIED_ACCOUNT, 'stock');
  await recordProductChanges(
    db,
    COPIED_ACCOUNT,
    rows.map(({ id }) => id),
  );
  const owners = sql<string>`(select 'product:' || value from ${gone})`;
  await db.deleteFrom('sk_notes').where('owner', 'in', owners).execute();
}

/** A product whose SKU another one had, which no longer has it. */
export interface FreedSku {
  readonly id: number;
  /** What it has instead, and its title. */
  readonly sku: string;
  readonly title: string;
  readonly given: string;
}

/** By the id of the product, each SKU once. */
export async function readFreedSkus(db: StoreKeeperDb): Promise<readonly FreedSku[]> {
  const { rows } = await sql<FreedSku>`
    select min(products.id) as id, products.sku, products.title, taken.detail ->> 'given' as given
    from sk_notes as taken
    inner join products on taken.owner = 'product:' || products.id and products.account_id = ${COPIED_ACCOUNT}
    where taken.kind = 'sku_taken' and not exists (
      select 1 from products as owner
      where owner.account_id = ${COPIED_ACCOUNT} and owner.sku = taken.detail ->> 'given')
    group by given order by id`.execute(db);
  return rows;
}

/** Gives a product its own SKU, and removes the note that another one has it. */
export async function giveSku(
  db: StoreKeeperDb,
  id: number,
  columns: Pick<ProductsTable, 'sku' | 'title' | 'folded_sku' | 'folded_title'>,
): Promise<void> {
  await db.updateTable('products').set(columns).where('id', '=', id).execute();
  await recordProductChanges(db, COPIED_ACCOUNT, [id]);
  await db.deleteFrom('sk_notes').where('owner', '=', `product:${id}`).where('kind', '=', 'sku_taken').execute();
}

function listOf(ids: readonly number[]) {
  return sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
}
