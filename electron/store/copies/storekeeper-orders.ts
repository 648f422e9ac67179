import { sql } from 'kysely';
import {
  type NewOrderItem,
  type NewOrderPayment,
  type OrderItemTotals,
  sumOrderItems,
  writeOrders,
} from '../orders/order-writer.ts';
import type { OrdersTable, StoreDb } from '../schema.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import { type StoreKeeperDb, toSqlList, upsertRows } from './storekeeper-copy-store.ts';

/** An order in the copy. */
export interface CopiedOrder {
  readonly order: Omit<OrdersTable, keyof OrderItemTotals>;
  readonly items: readonly NewOrderItem[];
  readonly payments: readonly NewOrderPayment[];
}

/** Reads an order and its returns, sorted by id. Empty if the copy has none of them. */
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
  const getLines = <Line extends { order_id: number; account_id: number }>(lines: readonly Line[], id: number) =>
    lines.flatMap(({ order_id, account_id: _, ...line }) => (order_id === id ? [line] : []));
  return orders.map((order) => ({
    order,
    items: getLines(items, order.id),
    payments: getLines(payments, order.id),
  }));
}

/**
 * Replaces an order and its returns with `wanted`, which lists the order first; empty removes them. Returns whether
 * anything was written. `db` must be a transaction. Throws `RangeError` if a line belongs to another order, and
 * `TypeError` for a value that the store cannot hold.
 */
export async function writeCopiedOrders(
  db: StoreKeeperDb,
  orderId: number,
  wanted: readonly CopiedOrder[],
): Promise<boolean> {
  const existingOrders = new Map((await readCopiedOrders(db, orderId)).map((copied) => [copied.order.id, copied]));
  const ids = new Set(wanted.map(({ order }) => order.id));
  const removed = [...existingOrders.keys()].filter((id) => !ids.has(id));
  // A trigger prevents moving an order to another location, so it is removed and inserted again.
  const isMoved = wanted.some(({ order: { id, location_id } }) => {
    const known = existingOrders.get(id);
    return known !== undefined && known.order.location_id !== location_id;
  });
  const changed = wanted.filter((copied) => isMoved || !isSame(existingOrders.get(copied.order.id), copied));
  if (changed.length === 0 && removed.length === 0) return false;
  await assertOwnLines(db, changed);
  const existing = [...changed.map(({ order }) => order.id).filter((id) => existingOrders.has(id)), ...removed];
  const created = [...ids].filter((id) => !existingOrders.has(id));
  await writeOrders(db as unknown as StoreDb, { existing, created }, async () => {
    if (isMoved) await deleteOrders(db, [...existingOrders.keys()]);
    else await deleteOrders(db, removed);
    for (const copied of changed)
      await writeOrder(db, copied, isMoved ? undefined : existingOrders.get(copied.order.id));
  });
  return true;
}

/** Also deletes items, payments and returns, by foreign keys. */
async function deleteOrders(db: StoreKeeperDb, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('orders').where('id', 'in', ids).execute();
}

async function writeOrder(db: StoreKeeperDb, copied: CopiedOrder, present: CopiedOrder | undefined): Promise<void> {
  const { order } = copied;
  await upsertRows(db, 'orders', [{ ...order, ...sumOrderItems(copied.items) }]);
  const toRows = <Line extends object>(lines: readonly Line[]) =>
    lines.map((line) => ({ ...line, account_id: COPIED_ACCOUNT, order_id: order.id }));
  const listRemovedIds = (lines: 'items' | 'payments') => {
    const ids = new Set(copied[lines].map(({ id }) => id));
    return (present?.[lines] ?? []).flatMap(({ id }) => (ids.has(id) ? [] : [id]));
  };
  const [items, payments] = [listRemovedIds('items'), listRemovedIds('payments')];
  if (items.length > 0) await db.deleteFrom('order_items').where('id', 'in', items).execute();
  if (payments.length > 0) await db.deleteFrom('order_payments').where('id', 'in', payments).execute();
  await upsertRows(db, 'order_items', toRows(copied.items));
  await upsertRows(db, 'order_payments', toRows(copied.payments));
}

/** Writing a line that belongs to another order would make that order's totals wrong. */
async function assertOwnLines(db: StoreKeeperDb, orders: readonly CopiedOrder[]): Promise<void> {
  for (const { order, items } of orders) {
    const ids = JSON.stringify(items.map(({ id }) => id));
    const other = await db
      .selectFrom('order_items')
      .select('order_id')
      .where('id', 'in', sql<number>`(select value from json_each(${ids}))`)
      .where('order_id', '<>', order.id)
      .executeTakeFirst();
    if (other !== undefined)
      throw new RangeError(`order ${order.id} has a line that belongs to order ${other.order_id}`);
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

/** Reads the id of the order with this number. `null` if there is none. */
export async function readNumberOwner(db: StoreKeeperDb, number: string): Promise<number | null> {
  const orders = db.selectFrom('orders').select('id').where('account_id', '=', COPIED_ACCOUNT);
  return (await orders.where('order_number', '=', number).executeTakeFirst())?.id ?? null;
}

export async function readProductGroups(
  db: StoreKeeperDb,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const groups = db.selectFrom('products').select(['id', 'product_group_id']);
  const rows = await groups.where('id', 'in', toSqlList(productIds)).execute();
  return new Map(rows.map(({ id, product_group_id }) => [id, product_group_id]));
}

/** Returns when the customer last bought, excluding this order; `null` if there is no other order. */
export async function readLastPurchase(
  db: StoreKeeperDb,
  customerId: number,
  excludedId: number,
): Promise<number | null> {
  // The plus keeps SQLite from using the index by date, which would read the orders of all customers.
  const { rows } = await sql<{ last: number | null }>`
    select max(+date_purchased) as last from orders
    where account_id = ${COPIED_ACCOUNT} and customer_id = ${customerId} and id <> ${excludedId}`.execute(db);
  return rows[0]?.last ?? null;
}

/** Sets the location of a shop to that of its orders; `null` if they have different locations or one has none. */
export async function updateShopLocation(db: StoreKeeperDb, shopId: number): Promise<void> {
  // One index lookup each, for any number of orders.
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

/** Whether there are orders in this range, and whether any has a location. */
export async function hasOrderLocations(
  db: StoreKeeperDb,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<{ readonly hasOrders: boolean; readonly hasLocations: boolean }> {
  const bought = sql`account_id = ${COPIED_ACCOUNT} and date_purchased >= ${start} and date_purchased < ${end}`;
  const { rows } = await sql<{ orders: 0 | 1; places: 0 | 1 }>`
    select exists (select 1 from orders where ${bought}) as orders,
      exists (select 1 from orders where ${bought} and location_id is not null) as places`.execute(db);
  return { hasOrders: rows[0]?.orders === 1, hasLocations: rows[0]?.places === 1 };
}

/** Reads the value of an order and its corrections, including VAT. `null` if the copy has none of them. */
export async function readNetValue(db: StoreKeeperDb, id: number): Promise<number | null> {
  const { rows } = await sql<{ net: number | null }>`
    select sum(value_wt) as net from orders where id = ${id} or follows_order_id = ${id}`.execute(db);
  return rows[0]?.net ?? null;
}

/** Counts orders by month of purchase (YYYYMM), including corrections, latest first. */
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

export async function readShopsWithOrders(
  db: StoreKeeperDb,
): Promise<readonly { readonly id: number; readonly title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from shops where exists (select 1 from orders where shop_id = shops.id) order by id`.execute(db);
  return rows;
}
