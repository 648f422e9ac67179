import { sql } from 'kysely';
import {
  type ItemSums,
  type NewOrderItem,
  type NewOrderPayment,
  sumItems,
  writingOrders,
} from '../orders/order-writer.ts';
import type { OrdersTable, ShopsTable, StoreDb } from '../schema.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import { type KnownOrdersTable, type NewNote, type StoreKeeperDb, upsertRows } from './storekeeper-copy-store.ts';

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
  const made = [...ids].filter((id) => !present.has(id));
  await writingOrders(db as unknown as StoreDb, { existing, made }, async () => {
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

export async function readShop(db: StoreKeeperDb, id: number): Promise<ShopsTable | undefined> {
  return db.selectFrom('shops').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function readNotesOf(db: StoreKeeperDb, owner: string): Promise<NewNote[]> {
  const rows = await db
    .selectFrom('sk_notes')
    .select(['kind', 'record', 'detail'])
    .where('owner', '=', owner)
    .execute();
  return rows.map(({ detail, ...note }) => ({ ...note, detail: JSON.parse(detail) }));
}

/** Orders that have these numbers, by number. */
export async function readNumberOwners(
  db: StoreKeeperDb,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_number'])
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('order_number', 'in', sql<string>`(select value from json_each(${JSON.stringify(numbers)}))`)
    .execute();
  return new Map(rows.map(({ id, order_number }) => [order_number, id]));
}

/** Turnover groups of the products that the copy has. */
export async function readProductGroups(
  db: StoreKeeperDb,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'product_group_id'])
    .where('id', 'in', sql<number>`(select value from json_each(${JSON.stringify(productIds)}))`)
    .execute();
  return new Map(rows.map(({ id, product_group_id }) => [id, product_group_id]));
}

/** When the customer bought last, but for this order; null where they bought nothing else. */
export async function readLastPurchase(db: StoreKeeperDb, customerId: number, butFor: number): Promise<number | null> {
  const { last } = await db
    .selectFrom('orders')
    // The plus excludes the index by date, which would read the orders of all customers.
    .select(sql<number | null>`max(+date_purchased)`.as('last'))
    .where('account_id', '=', COPIED_ACCOUNT)
    .where('customer_id', '=', customerId)
    .where('id', '<>', butFor)
    .executeTakeFirstOrThrow();
  return last;
}

/** When the latest order was bought; null without any. What came back is dated by our own clock, and does not count. */
export async function readLatestPurchase(db: StoreKeeperDb): Promise<number | null> {
  // The plus excludes the index of returns: that by date finds it at its end.
  const { rows } = await sql<{ latest: number }>`
    select date_purchased as latest from orders where account_id = ${COPIED_ACCOUNT} and +follows_order_id is null
    order by date_purchased desc limit 1`.execute(db);
  return rows[0]?.latest ?? null;
}

/** Locations that orders of the shop have: all of them where there are at most two, and null among them where one has none. */
export async function readLocationsOfShop(db: StoreKeeperDb, shopId: number): Promise<readonly (number | null)[]> {
  // One look into the index for each, however many orders there are.
  const { rows } = await sql<{ first: number | null; last: number | null; withoutAny: 0 | 1 }>`
    select (select min(location_id) from sk_orders where shop_id = ${shopId}) as first,
      (select max(location_id) from sk_orders where shop_id = ${shopId}) as last,
      exists (select 1 from sk_orders where shop_id = ${shopId} and location_id is null) as "withoutAny"`.execute(db);
  return rows.flatMap(({ first, last, withoutAny }) => [
    ...(first === null ? [] : [first]),
    ...(last === null ? [] : [last]),
    ...(withoutAny === 1 ? [null] : []),
  ]);
}

/** Writes nothing where the shop has it, or is not there. */
export async function writeLocationOfShop(db: StoreKeeperDb, shopId: number, locationId: number | null): Promise<void> {
  await db
    .updateTable('shops')
    .set({ location_id: locationId })
    .where('id', '=', shopId)
    .where('location_id', 'is not', locationId)
    .execute();
}

/** How ids that StoreKeeper names are remembered: to be read once their month comes, in their turn, or at once. */
export type Naming = 'listed' | 'in_turn' | 'at_once';

const AS: Readonly<Record<Naming, Pick<KnownOrdersTable, 'state' | 'next_read'>>> = {
  listed: { state: 'listed', next_read: null },
  in_turn: { state: 'wanted', next_read: null },
  at_once: { state: 'wanted', next_read: 0 },
};

/** Answers which of the ids were not known at all, and of how many it is new that they are to be read. */
export async function nameOrders(
  db: StoreKeeperDb,
  ids: readonly number[],
  naming: Naming,
): Promise<{ readonly unknown: readonly number[]; readonly wanted: number }> {
  const list = JSON.stringify(ids);
  const { rows } = await sql<{ id: number }>`
    select value as id from json_each(${list})
    where not exists (select 1 from sk_orders where order_id = value)`.execute(db);
  const { state, next_read } = AS[naming];
  const { numAffectedRows } = await sql`
    insert into sk_orders (order_id, state, next_read) select value, ${state}, ${next_read} from json_each(${list}) where true
    on conflict (order_id) do update set state = excluded.state, next_read = excluded.next_read
      where sk_orders.state = 'listed' and excluded.state = 'wanted'`.execute(db);
  return { unknown: rows.map(({ id }) => id), wanted: naming === 'listed' ? 0 : Number(numAffectedRows ?? 0) };
}

/** Has up to `most` listed orders read in their turn, the latest ids first. Answers how many. */
export async function wantListedOrders(db: StoreKeeperDb, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update sk_orders set state = 'wanted' where order_id in (
      select order_id from sk_orders where state = 'listed' and next_read is null
      order by order_id desc limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Those of the orders that were read before are due. Answers how many. */
export async function makeKnownOrdersDue(db: StoreKeeperDb, ids: readonly number[], at: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sk_orders')
    .set({ next_read: at, unchanged: 0 })
    .where('order_id', 'in', sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .where('state', '=', 'read')
    .where('next_read', '>', at)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Makes up to `most` orders due that were read before, from an id on. Answers the last id, or null where there were no more.
 */
export async function makeNextOrdersDue(db: StoreKeeperDb, after: number, most: number): Promise<number | null> {
  const rows = await db
    .selectFrom('sk_orders')
    .select('order_id')
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(most)
    .execute();
  const last = rows.at(-1)?.order_id ?? null;
  if (last === null) return null;
  await db
    .updateTable('sk_orders')
    .set({ next_read: 0, unchanged: 0 })
    .where('order_id', '>', after)
    .where('order_id', '<=', last)
    .where('state', '=', 'read')
    .execute();
  return last;
}

/** While others wait for their first reading, so many of a batch are read again at most. */
const AGAIN_BESIDE_NEW = 4;

/** Later than that no order is read again: what is due after it was written by a clock that was ahead. */
export const LONGEST_WAIT_MS = 30 * 24 * 60 * 60 * 1_000;

/** Whose turn it is, at most `most`: new orders, then those that are due again, then those of the window; latest ids first. */
export async function readTurns(db: StoreKeeperDb, now: number, most: number): Promise<number[]> {
  const wanted = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'wanted');
  const atOnce = await wanted.where('next_read', '=', 0).orderBy('order_id', 'desc').limit(most).execute();
  const inTurn = await wanted.where('next_read', 'is', null).orderBy('order_id', 'desc').limit(most).execute();
  const isOthersTurn = atOnce.length + inTurn.length >= most - AGAIN_BESIDE_NEW;
  const due: { order_id: number }[] = [];
  for (const [state, from] of [
    ['gone', 0],
    ['wanted', 1],
    ['read', 0],
  ] as const) {
    const room = (isOthersTurn ? AGAIN_BESIDE_NEW : most) - due.length;
    if (room <= 0) break;
    const ofState = db
      .selectFrom('sk_orders')
      .select('order_id')
      .where('state', '=', state)
      .orderBy('next_read')
      .orderBy('order_id');
    const rows = await ofState.where('next_read', '>=', from).where('next_read', '<=', now).limit(room).execute();
    due.push(...rows);
    if (rows.length === room) continue;
    const ahead = ofState.where('next_read', '>', now + LONGEST_WAIT_MS);
    due.push(...(await ahead.limit(room - rows.length).execute()));
  }
  const newest = atOnce.slice(0, Math.max(most - AGAIN_BESIDE_NEW, most - due.length));
  return [...newest, ...due, ...inTurn].slice(0, most).map(({ order_id }) => order_id);
}

/** When the next turn comes, in milliseconds since the epoch; 0 for at once, null where nothing is to be read. */
export async function readNextTurn(db: StoreKeeperDb, now: number): Promise<number | null> {
  if (await hasOrderInTurn(db)) return 0;
  // One look into the index for each.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(first) as first, max(last) as last from (
      select (select min(next_read) from sk_orders where state = 'wanted') as first,
        (select max(next_read) from sk_orders where state = 'wanted') as last
      union all select (select min(next_read) from sk_orders where state = 'read'),
        (select max(next_read) from sk_orders where state = 'read')
      union all select (select min(next_read) from sk_orders where state = 'gone'),
        (select max(next_read) from sk_orders where state = 'gone'))`.execute(db);
  const [{ first, last } = { first: null, last: null }] = rows;
  return last !== null && last > now + LONGEST_WAIT_MS ? 0 : first;
}

async function hasOrderInTurn(db: StoreKeeperDb): Promise<boolean> {
  const row = await db
    .selectFrom('sk_orders')
    .select('order_id')
    .where('state', '=', 'wanted')
    .where('next_read', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasOrderInState(db: StoreKeeperDb, state: KnownOrdersTable['state']): Promise<boolean> {
  const row = await db
    .selectFrom('sk_orders')
    .select('order_id')
    .where('state', '=', state)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an order is to be read that is newer than what reading began with. */
export async function hasNewOrder(db: StoreKeeperDb): Promise<boolean> {
  const row = await db
    .selectFrom('sk_orders')
    .select('order_id')
    .where('state', '=', 'wanted')
    .where('next_read', '>=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface OrderCounts {
  /** Read at least once, or tried. */
  readonly read: number;
  /** That StoreKeeper names, and that were not read yet. */
  readonly unread: number;
  /** Of those that were read: to be read again because somebody asked for it. */
  readonly again: number;
}

/** Reads an index, not the orders. */
export async function countKnownOrders(db: StoreKeeperDb): Promise<OrderCounts> {
  const { rows } = await sql<{ state: KnownOrdersTable['state']; count: number }>`
    select state, count(*) as count from sk_orders group by state`.execute(db);
  const countOf = (...states: readonly KnownOrdersTable['state'][]) =>
    rows.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0);
  const { again } = await db
    .selectFrom('sk_orders')
    .select(({ fn }) => fn.countAll<number>().as('again'))
    .where('state', '=', 'read')
    .where('next_read', '=', 0)
    .executeTakeFirstOrThrow();
  return { read: countOf('read', 'gone'), unread: countOf('listed', 'wanted'), again };
}

export async function readKnownOrder(db: StoreKeeperDb, id: number) {
  return db.selectFrom('sk_orders').selectAll().where('order_id', '=', id).executeTakeFirst();
}

export async function writeKnownOrder(
  db: StoreKeeperDb,
  id: number,
  changes: Partial<Omit<KnownOrdersOf, 'order_id'>>,
): Promise<void> {
  await db.updateTable('sk_orders').set(changes).where('order_id', '=', id).execute();
}

type KnownOrdersOf = NonNullable<Awaited<ReturnType<typeof readKnownOrder>>>;

/** Whose note it is that the order could not be read: its notes of the last reading stay. */
export function unreadableOwner(id: number): string {
  return `order:${id}:reading`;
}

/** Whose note it is that StoreKeeper answers the order and does not name it. */
export function unlistedOwner(id: number): string {
  return `order:${id}:listing`;
}

/** Removes the order with all that is known of it, but that it was there. `db` has to be a transaction. */
export async function removeKnownOrder(db: StoreKeeperDb, id: number): Promise<void> {
  await writeCopiedOrders(db, id, []);
  await db
    .deleteFrom('sk_notes')
    .where('owner', 'in', [`order:${id}`, unreadableOwner(id), unlistedOwner(id)])
    .execute();
  await writeKnownOrder(db, id, {
    ...{ state: 'removed', body_hash: null, unchanged: 0, next_read: null, failures: 0, absences: 0 },
    ...{ value_wt: null, value_ex: null, discount_wt: null, discount_ex: null, paid_wt: null },
    ...{ shop_id: null, location_id: null },
  });
}

/** Orders of the copy by month of their purchase, returns among them, from the latest on. `month` is YYYYMM. */
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
