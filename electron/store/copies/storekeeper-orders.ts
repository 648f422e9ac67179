import { sql } from 'kysely';
import {
  type ItemSums,
  type NewOrderItem,
  type NewOrderPayment,
  sumItems,
  writeOrders,
} from '../orders/order-writer.ts';
import type { OrdersTable, StoreDb } from '../schema.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import { listOf, type StoreKeeperDb, upsertRows } from './storekeeper-copy-store.ts';

/** An order as the copy has it. */
export interface CopiedOrder {
  readonly order: Omit<OrdersTable, keyof ItemSums>;
  readonly items: readonly NewOrderItem[];
  readonly payments: readonly NewOrderPayment[];
}

/** The order and its returns, by id; empty where the copy has none of it. */
export async function readCopiedOrders(db: StoreKeeperDb, orderId: number): Promise<CopiedOrder[]> {
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where(({ eb, or }) => or([eb('id', '=', orderId), eb('follows_order_id', '=', orderId)]))
    .orderBy('id')
    .execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = await db.selectFrom('order_items').selectAll().where('order_id', 'in', ids).orderBy('id').execute();
  const payments = await db
    .selectFrom('order_payments')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('id')
    .execute();
  const linesOf = <Line extends { order_id: number; account_id: number }>(lines: readonly Line[], id: number) =>
    lines.flatMap(({ order_id, account_id: _, ...line }) => (order_id === id ? [line] : []));
  return orders.map((order) => ({
    order,
    items: linesOf(items, order.id),
    payments: linesOf(payments, order.id),
  }));
}

/**
 * Makes the order and its returns in the copy what `wanted` says, the order first; none of them: they are removed. Answers
 * whether anything had to be written. `db` has to be a transaction. Throws `RangeError` where a line is one of another
 * order, and `TypeError` for a value that the store cannot hold.
 */
export async function writeCopiedOrders(
  db: StoreKeeperDb,
  orderId: number,
  wanted: readonly CopiedOrder[],
): Promise<boolean> {
  const present = new Map((await readCopiedOrders(db, orderId)).map((copied) => [copied.order.id, copied]));
  const ids = new Set(wanted.map(({ order }) => order.id));
  const removed = [...present.keys()].filter((id) => !ids.has(id));
  // The store refuses that an order moves to another location: it is removed, and made there.
  const isMoved = wanted.some(({ order: { id, location_id } }) => {
    const known = present.get(id);
    return known !== undefined && known.order.location_id !== location_id;
  });
  const changed = wanted.filter((copied) => isMoved || !isSame(present.get(copied.order.id), copied));
  if (changed.length === 0 && removed.length === 0) return false;
  await expectOwnLines(db, changed);
  const existing = [...changed.map(({ order }) => order.id).filter((id) => present.has(id)), ...removed];
  const created = [...ids].filter((id) => !present.has(id));
  await writeOrders(db as unknown as StoreDb, { existing, created }, async () => {
    if (isMoved) await deleteOrders(db, [...present.keys()]);
    else await deleteOrders(db, removed);
    for (const copied of changed) await writeOrder(db, copied, isMoved ? undefined : present.get(copied.order.id));
  });
  return true;
}

/** Their items, payments and returns go with them. */
async function deleteOrders(db: StoreKeeperDb, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('orders').where('id', 'in', ids).execute();
}

async function writeOrder(db: StoreKeeperDb, copied: CopiedOrder, present: CopiedOrder | undefined): Promise<void> {
  const { order } = copied;
  await upsertRows(db, 'orders', [{ ...order, ...sumItems(copied.items) }]);
  const rowsOf = <Line extends object>(lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, account_id: COPIED_ACCOUNT, order_id: order.id }));
  const goneOf = (lines: 'items' | 'payments') => {
    const ids = new Set(copied[lines].map(({ id }) => id));
    return (present?.[lines] ?? []).flatMap(({ id }) => (ids.has(id) ? [] : [id]));
  };
  const [items, payments] = [goneOf('items'), goneOf('payments')];
  if (items.length > 0) await db.deleteFrom('order_items').where('id', 'in', items).execute();
  if (payments.length > 0) await db.deleteFrom('order_payments').where('id', 'in', payments).execute();
  await upsertRows(db, 'order_items', rowsOf(copied.items));
  await upsertRows(db, 'order_payments', rowsOf(copied.payments));
}

/** A line that is written under an order must not be taken from another one: totals of that one would be wrong. */
async function expectOwnLines(db: StoreKeeperDb, orders: readonly CopiedOrder[]): Promise<void> {
  for (const { order, items } of orders) {
    const ids = JSON.stringify(items.map(({ id }) => id));
    const other = await db
      .selectFrom('order_items')
      .select('order_id')
      .where('id', 'in', sql<number>`(select value from json_each(${ids}))`)
      .where('order_id', '<>', order.id)
      .executeTakeFirst();
    if (other !== undefined) throw new RangeError(`order ${order.id} has a line of order ${other.order_id}`);
    if (new Set(items.map(({ id }) => id)).size < items.length) throw new RangeError('two lines have the same id');
  }
}

function isSame(known: CopiedOrder | undefined, copied: CopiedOrder): boolean {
  if (known === undefined) return false;
  return (
    isSameRow(known.order, copied.order) &&
    isSameList(known.items, copied.items) &&
    isSameList(known.payments, copied.payments)
  );
}

function isSameList<Line extends { readonly id: number }>(known: readonly Line[], given: readonly Line[]): boolean {
  const byId = new Map(known.map((line) => [line.id, line]));
  return byId.size === given.length && given.every((line) => isSameRow(byId.get(line.id), line));
}

function isSameRow(known: object | undefined, given: object): boolean {
  return known !== undefined && Object.entries(given).every(([column, value]) => Reflect.get(known, column) === value);
}

/** The id of the order that has this number; null for a number that is free. */
export async function readNumberOwner(db: StoreKeeperDb, number: string): Promise<number | null> {
  const ofNumber = db.selectFrom('orders').select('id').where('account_id', '=', COPIED_ACCOUNT);
  return (await ofNumber.where('order_number', '=', number).executeTakeFirst())?.id ?? null;
}

/** Turnover groups of the products that the copy has. */
export async function readProductGroups(
  db: StoreKeeperDb,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const groups = db.selectFrom('products').select(['id', 'product_group_id']);
  const rows = await groups.where('id', 'in', listOf(productIds)).execute();
  return new Map(rows.map(({ id, product_group_id }) => [id, product_group_id]));
}

/** When the customer bought last, but for this order; null where they bought nothing else. */
export async function readLastPurchase(db: StoreKeeperDb, customerId: number, butFor: number): Promise<number | null> {
  // The plus excludes the index by date, which would read the orders of all customers.
  const { rows } = await sql<{ last: number | null }>`
    select max(+date_purchased) as last from orders
    where account_id = ${COPIED_ACCOUNT} and customer_id = ${customerId} and id <> ${butFor}`.execute(db);
  return rows[0]?.last ?? null;
}

/** The location of a shop is that of all its orders; null where they have several, or one has none. */
export async function settleShopLocation(db: StoreKeeperDb, shopId: number): Promise<void> {
  // One look into the index for each, however many orders there are.
  const { rows } = await sql<{ first: number | null; last: number | null; isMissing: 0 | 1 }>`
    select (select min(location_id) from orders where shop_id = ${shopId}) as first,
      (select max(location_id) from orders where shop_id = ${shopId}) as last,
      exists (select 1 from orders where shop_id = ${shopId} and location_id is null) as "isMissing"`.execute(db);
  const { first = null, last = null, isMissing = 1 } = rows[0] ?? {};
  const location = isMissing === 0 && first === last ? first : null;
  await db
    .updateTable('shops')
    .set({ location_id: location })
    .where('id', '=', shopId)
    .where('location_id', 'is not', location)
    .execute();
}

/** Whether any order that was bought in these days names its location, and whether there is any at all. */
export async function readPlacesOfOrders(
  db: StoreKeeperDb,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<{ readonly hasOrders: boolean; readonly hasPlaces: boolean }> {
  const bought = sql`account_id = ${COPIED_ACCOUNT} and date_purchased >= ${start} and date_purchased < ${end}`;
  const { rows } = await sql<{ orders: 0 | 1; places: 0 | 1 }>`
    select exists (select 1 from orders where ${bought}) as orders,
      exists (select 1 from orders where ${bought} and location_id is not null) as places`.execute(db);
  return { hasOrders: rows[0]?.orders === 1, hasPlaces: rows[0]?.places === 1 };
}

/** What the order and its corrections come to, including VAT; null where the copy has nothing of it. */
export async function readNetValue(db: StoreKeeperDb, id: number): Promise<number | null> {
  const { rows } = await sql<{ net: number | null }>`
    select sum(value_wt) as net from orders where id = ${id} or follows_order_id = ${id}`.execute(db);
  return rows[0]?.net ?? null;
}

/** Orders of the copy by month of their purchase, corrections among them, from the latest on. `month` is YYYYMM. */
export async function countOrdersByMonth(db: StoreKeeperDb) {
  return db
    .selectFrom('order_totals_by_month')
    .select('month')
    .select(({ fn }) => fn.sum<number>('orders').as('orders'))
    .where('account_id', '=', COPIED_ACCOUNT)
    .groupBy('month')
    .having(({ fn }) => fn.sum<number>('orders'), '>', 0)
    .orderBy('month', 'desc')
    .execute();
}

/** The shops that orders of the copy name. */
export async function readShopsOfOrders(
  db: StoreKeeperDb,
): Promise<readonly { readonly id: number; readonly title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from shops where exists (select 1 from orders where shop_id = shops.id) order by id`.execute(db);
  return rows;
}
