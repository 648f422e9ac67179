import { type Insertable, sql } from 'kysely';
import {
  recordCustomerChanges,
  recordProductChanges,
  recordStockChanges,
  type StockKey,
} from '../changes/record-changes.ts';
import type { CustomersTable, ProductPricesTable, ProductsTable, ShopsTable, StockTable } from '../schema.ts';
import { splitIntoChunks } from '../scoped-queries.ts';
import { raiseVersion } from '../versions.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import {
  removeNotes,
  type SeenRowsTable,
  type StoreKeeperDb,
  toSqlList,
  upsertRows,
} from './storekeeper-copy-store.ts';

const ROWS_PER_STATEMENT = 200;

/** Reads the rows of a list as last seen, by id. */
export async function readSeenRows(
  db: StoreKeeperDb,
  list: string,
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, SeenRowsTable>> {
  const seen = db.selectFrom('sk_rows').selectAll().where('list', '=', list);
  const rows = await seen.where('row_id', 'in', toSqlList(rowIds)).execute();
  return new Map(rows.map((row) => [row.row_id, row]));
}

export async function readRowIds(db: StoreKeeperDb, list: string): Promise<number[]> {
  const rows = await db.selectFrom('sk_rows').select('row_id').where('list', '=', list).execute();
  return rows.map(({ row_id }) => row_id);
}

/** Reads the row with the lowest id that the sweep saw for each record. */
export async function readFirstRows(
  db: StoreKeeperDb,
  { list, sweep }: Pick<SeenRowsTable, 'list' | 'sweep'>,
  recordIds: readonly number[],
): Promise<ReadonlyMap<number, SeenRowsTable>> {
  const seen = db.selectFrom('sk_rows').selectAll().where('list', '=', list).where('sweep', '=', sweep);
  const rows = await seen.where('record_id', 'in', toSqlList(recordIds)).orderBy('row_id', 'desc').execute();
  return new Map(rows.map((row) => [row.record_id, row]));
}

export async function writeSeenRows(db: StoreKeeperDb, rows: readonly SeenRowsTable[]): Promise<void> {
  for (const chunk of splitIntoChunks(rows, ROWS_PER_STATEMENT))
    await db.replaceInto('sk_rows').values(chunk).execute();
}

/** Counts the distinct rows that the sweep saw. */
export async function countSeenRows(db: StoreKeeperDb, list: string, sweep: number): Promise<number> {
  const counted = db.selectFrom('sk_rows').select(({ fn }) => fn.countAll<number>().as('count'));
  const { count } = await counted.where('list', '=', list).where('sweep', '=', sweep).executeTakeFirstOrThrow();
  return count;
}

/** Removes rows that the sweep did not see. Returns their ids. */
export async function removeUnseenRows(db: StoreKeeperDb, list: string, sweep: number): Promise<number[]> {
  const unseen = db.deleteFrom('sk_rows').where('list', '=', list).where('sweep', '<>', sweep);
  return (await unseen.returning('row_id').execute()).map(({ row_id }) => row_id);
}

export async function readSkuOwners(db: StoreKeeperDb, skus: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; sku: string }>`
    select id, sku from products where account_id = ${COPIED_ACCOUNT} and sku in ${toSqlList(skus)}`.execute(db);
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}

/** Complete products: other stored prices and stock of theirs are removed. */
export interface ProductRows {
  /** `stock` is the sum of the product's stock rows, or its total stock if it has none. */
  readonly products: readonly (Insertable<ProductsTable> & { readonly id: number; readonly stock: number })[];
  readonly prices: readonly ProductPricesTable[];
  readonly stockRows: readonly StockTable[];
}

/** Writes and records only what differs. Referenced rows must exist. */
export async function writeProductRows(db: StoreKeeperDb, rows: ProductRows): Promise<void> {
  const written = await upsertRows(
    db,
    'products',
    rows.products.map(({ stock: _, ...product }) => product),
  );
  const repricedIds = await writePrices(db, rows);
  const changedKeys = await writeStock(db, rows);
  await recordProductChanges(db, COPIED_ACCOUNT, [...written.map(({ id }) => id), ...repricedIds]);
  await recordStockChanges(db, COPIED_ACCOUNT, changedKeys);
}

/** Returns products whose prices changed. A price may move to another product. */
async function writePrices(db: StoreKeeperDb, { products, prices }: ProductRows): Promise<number[]> {
  const ids = toSqlList(prices.map(({ id }) => id));
  const removed = await db
    .deleteFrom('product_prices')
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('product_id', 'in', toSqlList(products.map(({ id }) => id)))
    .where('id', 'not in', ids)
    .returning(['id', 'product_id'])
    .execute();
  const known = await db.selectFrom('product_prices').select(['id', 'product_id']).where('id', 'in', ids).execute();
  const written = new Set((await upsertRows(db, 'product_prices', prices)).map(({ id }) => id));
  const changed = [...known, ...prices].filter(({ id }) => written.has(id));
  return [...removed, ...changed].map(({ product_id }) => product_id);
}

/** Returns where stock changed. A product without stock rows has no location. */
async function writeStock(db: StoreKeeperDb, { products, stockRows }: ProductRows): Promise<StockKey[]> {
  const given = JSON.stringify(stockRows.map((row) => `${row.product_id} ${row.location_id}`));
  const { rows: removed } = await sql<StockKey>`
    delete from stock
    where account_id = ${COPIED_ACCOUNT} and product_id in ${toSqlList(products.map(({ id }) => id))}
      and product_id || ' ' || location_id not in (select value from json_each(${given}))
    returning product_id, location_id`.execute(db);
  const places = [...removed, ...(await upsertRows(db, 'stock', stockRows))];
  const idsWithLocation = new Set(places.map(({ product_id }) => product_id));
  const restockedIds = await writeProductStock(db, products);
  const idsWithoutLocation = restockedIds.filter((id) => !idsWithLocation.has(id));
  return [...places, ...idsWithoutLocation.map((product_id) => ({ product_id, location_id: null }))];
}

/** Returns products whose stock changed. */
async function writeProductStock(db: StoreKeeperDb, products: ProductRows['products']): Promise<number[]> {
  const given = JSON.stringify(products.map(({ id, stock }) => ({ id, stock })));
  const { rows } = await sql<{ id: number }>`
    update products set stock = given.stock
    from (select value ->> 'id' as id, value ->> 'stock' as stock from json_each(${given})) as given
    where products.id = given.id and products.stock <> given.stock
    returning products.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes products without list rows, with their prices, stock and notes. */
export async function removeUnseenProducts(db: StoreKeeperDb, list: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from products where account_id = ${COPIED_ACCOUNT}
      and id not in (select record_id from sk_rows where list = ${list})`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  for (const table of ['stock', 'product_prices'] as const) {
    await db
      .deleteFrom(table)
      .where('account_id', '=', COPIED_ACCOUNT)
      .where('product_id', 'in', toSqlList(ids))
      .execute();
  }
  await db.deleteFrom('products').where('id', 'in', toSqlList(ids)).execute();
  await raiseVersion(db, COPIED_ACCOUNT, 'stock');
  await recordProductChanges(db, COPIED_ACCOUNT, ids);
  await removeNotes(
    db,
    ids.map((id) => `product:${id}`),
  );
}

/** Whether any product has a turnover group other than `without`, the group of products without one. */
export async function hasTurnoverGroups(db: StoreKeeperDb, without: number): Promise<boolean> {
  const productsInGroups = db.selectFrom('products').select('id').where('product_group_id', '<>', without);
  return (await productsInGroups.limit(1).executeTakeFirst()) !== undefined;
}

export async function readCustomers(
  db: StoreKeeperDb,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CustomersTable>> {
  const rows = await db.selectFrom('customers').selectAll().where('id', 'in', toSqlList(ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function writeCustomers(db: StoreKeeperDb, customers: readonly CustomersTable[]): Promise<void> {
  const ids = customers.map(({ id }) => id);
  const known = await readCustomers(db, ids);
  const written = await upsertRows(db, 'customers', customers);
  if (written.length === 0) return;
  const renamed = customers.filter(({ id, name, email }) => {
    const before = known.get(id);
    return before !== undefined && (before.name !== name || before.email !== email);
  });
  await recordCustomerChanges(
    db,
    COPIED_ACCOUNT,
    renamed.map(({ id }) => id),
  );
}

/** Removes customers that are neither in the list nor on an order. */
export async function removeUnlistedCustomers(db: StoreKeeperDb, list: string): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from customers where id not in (select record_id from sk_rows where list = ${list})
      and not exists (select 1 from orders where orders.account_id = customers.account_id and customer_id = customers.id)
  `.execute(db);
  if ((numAffectedRows ?? 0n) > 0n) await recordCustomerChanges(db, COPIED_ACCOUNT, []);
}

/** Writes shops, except their location, which follows from their orders. */
export async function writeShops(
  db: StoreKeeperDb,
  shops: readonly Omit<Insertable<ShopsTable>, 'location_id'>[],
): Promise<void> {
  const known = await db.selectFrom('shops').select(['id', 'location_id']).execute();
  const locations = new Map(known.map(({ id, location_id }) => [id, location_id]));
  const rows = shops.map((shop) => ({ ...shop, location_id: locations.get(Number(shop.id)) ?? null }));
  await upsertRows(db, 'shops', rows as Insertable<ShopsTable>[]);
}

export async function readTaxRateIds(db: StoreKeeperDb): Promise<Set<number>> {
  const rows = await db.selectFrom('tax_rates').select('id').where('account_id', '=', COPIED_ACCOUNT).execute();
  return new Set(rows.map(({ id }) => id));
}

const ACTIVE_FLAGS = { locations: 'is_active', payment_providers: 'is_published' } as const;

/** Deactivates locations, or unpublishes payment methods, that are not listed. Rows stay. */
export async function deactivateUnlisted(
  db: StoreKeeperDb,
  table: keyof typeof ACTIVE_FLAGS,
  listedIds: readonly number[],
): Promise<void> {
  const flag = sql.id(ACTIVE_FLAGS[table]);
  await sql`
    update ${sql.id(table)} set ${flag} = 0
    where account_id = ${COPIED_ACCOUNT} and ${flag} = 1 and id not in ${toSqlList(listedIds)}`.execute(db);
}

/** Reads the id of the active location among these. `null` unless there is exactly one. */
export async function readOnlyActive(db: StoreKeeperDb, ids: readonly number[]): Promise<number | null> {
  const active = db.selectFrom('locations').select('id').where('is_active', '=', 1).where('id', 'in', toSqlList(ids));
  const [first, ...others] = await active.limit(2).execute();
  return first !== undefined && others.length === 0 ? first.id : null;
}
