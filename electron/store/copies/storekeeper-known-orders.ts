import { sql } from 'kysely';
import { type KnownOrdersTable, listOf, type StoreKeeperDb } from './storekeeper-copy-store.ts';
import { settleShopLocation, writeCopiedOrders } from './storekeeper-orders.ts';

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
