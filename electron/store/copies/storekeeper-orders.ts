import { sql } from 'kysely';
import {
  type ItemSums,
  type NewOrderItem,
  type NewOrderPayment,
  sumItems,
  writingOrders,
} from '../orders/order-writer.ts';
import type { OrdersTable, StoreDb } from '../schema.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import { type KnownOrdersTable, listOf, type StoreKeeperDb, upsertRows } from './storekeeper-copy-store.ts';

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

/** What is known of an order besides its record. */
export type KnownOrder = KnownOrdersTable;

/** How ids become known: what is not given is as in the table. */
export interface Naming
  extends Pick<KnownOrdersTable, 'state'>,
    Partial<Omit<KnownOrdersTable, 'order_id' | 'state'>> {}

/**
 * Remembers ids that are not known, and has those read that were only listed. Answers how many nobody had named. `db`
 * has to be a transaction, or the ids few.
 */
export async function nameOrders(db: StoreKeeperDb, ids: readonly number[], naming: Naming): Promise<number> {
  const list = JSON.stringify(ids);
  const { state, is_new = 0, first_month = 0, last_month = LAST_MONTH } = naming;
  const { numAffectedRows } = await sql`
    insert into sk_orders (order_id, state, is_new, first_month, last_month)
    select value, ${state}, ${is_new}, ${first_month}, ${last_month} from json_each(${list}) where true
    on conflict (order_id) do nothing`.execute(db);
  if (state === 'wanted') {
    await sql`
      update sk_orders set state = 'wanted', first_month = ${first_month}, last_month = ${last_month}
      where state = 'listed' and order_id in (select value from json_each(${list}))`.execute(db);
  }
  return Number(numAffectedRows ?? 0);
}

const LAST_MONTH = 999_912;

/** Has the listed orders read that no month has named. */
export async function wantListedOrders(db: StoreKeeperDb): Promise<void> {
  const wanted = { state: 'wanted', first_month: 0, last_month: LAST_MONTH } as const;
  await db.updateTable('sk_orders').set(wanted).where('state', '=', 'listed').execute();
}

/** Never read by its turn. */
const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * That a list has so many ids that cannot be read, of orders that may lie in these months: for those that were not noted
 * yet as being of these months or later an unreadable order each stands in, with an id below 0.
 */
export async function noteUnreadableIds(
  db: StoreKeeperDb,
  unreadable: number,
  { first_month, last_month }: Pick<KnownOrdersTable, 'first_month' | 'last_month'>,
): Promise<void> {
  const all = await countUnreadableIds(db);
  const added = unreadable - (await countUnreadableIds(db, last_month));
  for (let nth = all + 1; nth <= all + added; nth += 1) {
    const standIn = { order_id: -nth, state: 'unreadable', next_read: NEVER, first_month, last_month } as const;
    await db
      .insertInto('sk_orders')
      .values({ ...NOTHING_KNOWN, ...standIn })
      .execute();
  }
}

/** How many ids are noted that could not be read; with a month those that may be of it. */
export async function countUnreadableIds(db: StoreKeeperDb, month = 0): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sk_orders where order_id < 0 and last_month >= ${month}`.execute(db);
  return rows[0]?.count ?? 0;
}

const NOTHING_KNOWN = { is_new: 0, purchased_at: null, last_read: null, failures: 0 } as const;

export async function removeUnreadableIds(db: StoreKeeperDb): Promise<void> {
  await db.deleteFrom('sk_orders').where('order_id', '<', 0).execute();
}

/** Those of the ids that are known, in whatever state. */
export async function readKnownIds(db: StoreKeeperDb, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('sk_orders').select('order_id').where('order_id', 'in', listOf(ids)).execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

export interface TurnQuery {
  readonly now: number;
  /** Orders that were read before this are read again. */
  readonly againBefore: number;
  readonly most: number;
}

/** Of ten orders that are read at once, so many are due again, and so many are read again because somebody asked for it. */
const MAX_DUE = 3;

const MAX_AGAIN = 1;

/**
 * Whose turn it is: orders that were never read, latest ids first; those that are due, longest first; and those that are to
 * be read again. Each sort has its part of a batch, so that none waits for the end of another, and what the others leave.
 */
export async function readTurns(db: StoreKeeperDb, { now, againBefore, most }: TurnQuery): Promise<number[]> {
  const { rows: unread } = await sql<{ order_id: number }>`
    select order_id from sk_orders where state = 'wanted' and next_read = 0 order by order_id desc limit ${most}`.execute(
    db,
  );
  const dueIn = (state: KnownOrdersTable['state']) => sql`
    select * from (select order_id, next_read from sk_orders
      where state = ${state} and next_read <= ${now} and (state <> 'wanted' or next_read > 0)
      order by next_read limit ${most})
    union all select * from (select order_id, 0 as next_read from sk_orders
      where state = ${state} and next_read > ${now + MAX_WAIT_MS} and next_read < ${NEVER} limit ${most})`;
  const { rows: due } = await sql<{ order_id: number }>`
    select order_id from (${dueIn('wanted')} union all ${dueIn('read')} union all ${dueIn('unreadable')})
    order by next_read limit ${most}`.execute(db);
  const { rows: again } = await sql<{ order_id: number }>`
    select order_id from sk_orders where state = 'read' and last_read < ${againBefore} and failures = 0
    order by last_read limit ${most}`.execute(db);
  const own = [...again.splice(0, MAX_AGAIN), ...due.splice(0, MAX_DUE)];
  const ids = [...own, ...unread, ...due, ...again].map(({ order_id }) => order_id);
  return [...new Set(ids)].slice(0, most);
}

/** Orders that failed are due now. */
export async function endOrderWaits(db: StoreKeeperDb): Promise<void> {
  await db.updateTable('sk_orders').set({ failures: 0, next_read: 0 }).where('failures', '>', 0).execute();
}

/** Later than that no order is read again: what is due after it was written by a clock that was ahead. */
const MAX_WAIT_MS = 7 * 24 * 60 * 60_000;

/** When the next turn comes, in milliseconds since the epoch; null where nothing is to be read. */
export async function readNextTurn(db: StoreKeeperDb, { againBefore }: Pick<TurnQuery, 'againBefore'>) {
  const { rows } = await sql<{ next: number | null; again: 0 | 1 }>`
    select min(next) as next, exists (select 1 from sk_orders
      where state = 'read' and last_read < ${againBefore} and failures = 0) as again
    from (select min(next_read) as next from sk_orders where state = 'wanted'
      union all select min(next_read) from sk_orders where state = 'read'
      union all select min(next_read) from sk_orders where state = 'unreadable' and next_read < ${NEVER})`.execute(db);
  const [row] = rows;
  return row?.again === 1 ? 0 : (row?.next ?? null);
}

export interface OrderCounts {
  readonly listed: number;
  readonly wanted: number;
  readonly read: number;
  readonly unreadable: number;
}

/** Reads an index, not the orders. */
export async function countKnownOrders(db: StoreKeeperDb): Promise<OrderCounts> {
  const { rows } = await sql<{ state: KnownOrdersTable['state']; count: number }>`
    select state, count(*) as count from sk_orders group by state`.execute(db);
  return {
    ...{ listed: 0, wanted: 0, read: 0, unreadable: 0 },
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  };
}

export async function hasOrderIn(db: StoreKeeperDb, state: KnownOrdersTable['state']): Promise<boolean> {
  const found = db.selectFrom('sk_orders').select('order_id').where('state', '=', state).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whether an order that can be read was read before this, and not since. */
export async function hasOrderReadBefore(db: StoreKeeperDb, at: number): Promise<boolean> {
  const found = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'read').where('last_read', '<', at);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether an order waits for its first reading, and did not fail yet. */
export async function hasUnreadOrder(db: StoreKeeperDb): Promise<boolean> {
  const unread = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'wanted').where('failures', '=', 0);
  return (await unread.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the latest order that was named and not read yet is a new one. */
export async function hasUnreadNewOrder(db: StoreKeeperDb): Promise<boolean> {
  const latest = db.selectFrom('sk_orders').select('is_new').where('state', '=', 'wanted').orderBy('order_id', 'desc');
  return (await latest.limit(1).executeTakeFirst())?.is_new === 1;
}

/** Orders of which the copy cannot say what they are, and the months, YYYYMM, in which each of them may lie. */
export interface MissingOrders {
  readonly first_month: number;
  readonly last_month: number;
  readonly orders: number;
  /** The lowest id of them. */
  readonly example: number;
  /** Whether they cannot be read; else they only wait for it. */
  readonly isUnreadable: 0 | 1;
}

/**
 * Orders that cannot be read, or could not yet, by the months in which they may lie. Once the list is whole, an order that is
 * named late counts as well until it is read; new orders do not.
 */
export async function readMissingOrders(
  db: StoreKeeperDb,
  { isWhole }: { isWhole: boolean },
): Promise<MissingOrders[]> {
  const { rows } = await sql<MissingOrders>`
    select first_month, last_month, count(*) as orders, min(order_id) as example,
      state = 'unreadable' as "isUnreadable" from sk_orders
    where state = 'unreadable' or (state = 'wanted' and is_new = 0 and (failures > 0 or ${isWhole ? 1 : 0} = 1))
    group by first_month, last_month, "isUnreadable"
    order by example`.execute(db);
  return rows;
}

/** The last month, YYYYMM, in which an order may lie whose turn has not come; null where there is none. */
export async function readLastUnreadMonth(db: StoreKeeperDb): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(last_month) as last from sk_orders where state = 'wanted' and is_new = 0 and failures = 0`.execute(db);
  return rows[0]?.last ?? null;
}

export async function readKnownOrder(db: StoreKeeperDb, id: number): Promise<KnownOrdersTable | undefined> {
  return db.selectFrom('sk_orders').selectAll().where('order_id', '=', id).executeTakeFirst();
}

export async function changeKnownOrder(
  db: StoreKeeperDb,
  id: number,
  changes: Partial<Omit<KnownOrdersTable, 'order_id'>>,
): Promise<void> {
  await db.updateTable('sk_orders').set(changes).where('order_id', '=', id).execute();
}

/** Has these orders read again at once. */
export async function makeOrdersDue(db: StoreKeeperDb, ids: readonly number[]): Promise<void> {
  await sql`update sk_orders set next_read = 0 where order_id in ${listOf(ids)}`.execute(db);
}

/** Ids of the orders that were to be read and that are not among these. */
export async function readUnnamedOrders(db: StoreKeeperDb, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sk_orders
    where state in ('read', 'unreadable', 'wanted') and order_id > 0 and order_id not in ${listOf(ids)}`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** The first read order with at least this id that was bought before `boughtBefore`; null where there is none. */
export async function readOldOrder(db: StoreKeeperDb, from: number, boughtBefore: number): Promise<number | null> {
  const old = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'read');
  const found = old.where('order_id', '>=', from).where('purchased_at', '<', boughtBefore).orderBy('order_id');
  return (await found.limit(1).executeTakeFirst())?.order_id ?? null;
}

/** The lowest and the highest id that are known, and when the order with the lowest was bought; null where there is none. */
export async function readIdRange(db: StoreKeeperDb) {
  const known = db.selectFrom('sk_orders').select(['order_id', 'purchased_at']).where('order_id', '>', 0).limit(1);
  const lowest = await known.orderBy('order_id').executeTakeFirst();
  const highest = await known.orderBy('order_id', 'desc').executeTakeFirst();
  if (lowest === undefined || highest === undefined) return null;
  return { lowest: lowest.order_id, highest: highest.order_id, lowestPurchase: lowest.purchased_at };
}

/** The lowest ids that are known, ascending. */
export async function readLowestIds(db: StoreKeeperDb, most: number): Promise<number[]> {
  const known = db.selectFrom('sk_orders').select('order_id').where('order_id', '>', 0);
  return (await known.orderBy('order_id').limit(most).execute()).map(({ order_id }) => order_id);
}

/** When the latest order that was read was bought, in milliseconds since the epoch; null before that. */
export async function readLatestPurchase(db: StoreKeeperDb): Promise<number | null> {
  const read = db.selectFrom('sk_orders').select('purchased_at').where('state', '=', 'read');
  return (await read.orderBy('order_id', 'desc').limit(1).executeTakeFirst())?.purchased_at ?? null;
}

/** The order that was read last, but for these; null where none was read. */
export async function readLastReading(db: StoreKeeperDb, besides: readonly number[]): Promise<number | null> {
  const read = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'read').where('failures', '=', 0);
  const others = read.where('order_id', 'not in', listOf(besides)).orderBy('last_read', 'desc');
  return (await others.limit(1).executeTakeFirst())?.order_id ?? null;
}

/** How many orders were read last from a moment on, and since when; null where none was. */
export async function readRecentReadings(db: StoreKeeperDb, from: number) {
  const { rows } = await sql<{ orders: number; since: number | null }>`
    select count(*) as orders, min(last_read) as since from sk_orders
    where state = 'read' and last_read >= ${from}`.execute(db);
  return rows[0] ?? { orders: 0, since: null };
}

/** What the order and its corrections come to, including VAT; null where the copy has nothing of it. */
export async function readNetValue(db: StoreKeeperDb, id: number): Promise<number | null> {
  const { rows } = await sql<{ net: number | null }>`
    select sum(value_wt) as net from orders where id = ${id} or follows_order_id = ${id}`.execute(db);
  return rows[0]?.net ?? null;
}

/** Removes the order with all that is known of it. `db` has to be a transaction. */
export async function removeKnownOrder(db: StoreKeeperDb, id: number): Promise<void> {
  const known = await db.selectFrom('orders').select('shop_id').where('id', '=', id).executeTakeFirst();
  await writeCopiedOrders(db, id, []);
  await db
    .deleteFrom('sk_notes')
    .where('owner', 'in', listOf([`order:${id}`, unreadableOwner(id)]))
    .execute();
  await db.deleteFrom('sk_orders').where('order_id', '=', id).execute();
  if (known !== undefined) await settleShopLocation(db, known.shop_id);
}

/** Whose note it is that the order could not be read: its notes of the last reading stay. */
export function unreadableOwner(id: number): string {
  return `order:${id}:reading`;
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
