import { sql } from 'kysely';
import { type KnownOrdersTable, type StoreKeeperDb, toSqlList } from './storekeeper-copy-store.ts';
import { updateShopLocation, writeCopiedOrders } from './storekeeper-orders.ts';

/** Reading state of an order. */
export type KnownOrder = KnownOrdersTable;

/** Values for newly known ids. Missing ones get the column default. */
export interface OrderState
  extends Pick<KnownOrdersTable, 'state'>,
    Partial<Omit<KnownOrdersTable, 'order_id' | 'state'>> {}

/**
 * Adds unknown ids, and marks listed orders to be read. Returns the number of added ids. `db` must be a transaction,
 * unless there are few ids.
 */
export async function addKnownOrders(
  db: StoreKeeperDb,
  ids: readonly number[],
  initialState: OrderState,
): Promise<number> {
  const list = JSON.stringify(ids);
  const { state, is_new = 0, first_month = 0, last_month = MAX_MONTH } = initialState;
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

const MAX_MONTH = 999_912;

/** Marks listed orders that no month has named, so that they are read. */
export async function markListedOrders(db: StoreKeeperDb): Promise<void> {
  const wanted = { state: 'wanted', first_month: 0, last_month: MAX_MONTH } as const;
  await db.updateTable('sk_orders').set(wanted).where('state', '=', 'listed').execute();
}

const NEVER_DUE = Number.MAX_SAFE_INTEGER;

/**
 * Records that a list has this many unreadable ids of orders that may be in these months. Adds placeholders with an id
 * below 0 for those that are not yet recorded for these months or later ones.
 */
export async function recordUnreadableIds(
  db: StoreKeeperDb,
  unreadable: number,
  { first_month, last_month }: Pick<KnownOrdersTable, 'first_month' | 'last_month'>,
): Promise<void> {
  const all = await countUnreadableIds(db);
  const added = unreadable - (await countUnreadableIds(db, last_month));
  for (let nth = all + 1; nth <= all + added; nth += 1) {
    const placeholder = { order_id: -nth, state: 'unreadable', next_read: NEVER_DUE, first_month, last_month } as const;
    await db
      .insertInto('sk_orders')
      .values({ ...EMPTY_ORDER, ...placeholder })
      .execute();
  }
}

/** Counts unreadable ids. With `month`, only those that may be in it or later. */
export async function countUnreadableIds(db: StoreKeeperDb, month = 0): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from sk_orders where order_id < 0 and last_month >= ${month}`.execute(db);
  return rows[0]?.count ?? 0;
}

const EMPTY_ORDER = { is_new: 0, purchased_at: null, last_read: null, failures: 0 } as const;

export async function removeUnreadableIds(db: StoreKeeperDb): Promise<void> {
  await db.deleteFrom('sk_orders').where('order_id', '<', 0).execute();
}

/** Returns the known ids, in any state. */
export async function readKnownIds(db: StoreKeeperDb, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('sk_orders').select('order_id').where('order_id', 'in', toSqlList(ids)).execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

export interface DueQuery {
  readonly now: number;
  /** Orders last read before this are read again. */
  readonly againBefore: number;
  readonly limit: number;
}

/** The number of due orders, and of orders to read again on request, in a batch of ten. */
const MAX_DUE = 3;

const MAX_REREAD = 1;

/**
 * Reads the orders to read next: unread ones (highest id first), those longest due, and those to read again. Each kind
 * has a share of the batch, so that none waits for another, and gets what the others leave.
 */
export async function readDueOrders(db: StoreKeeperDb, { now, againBefore, limit }: DueQuery): Promise<number[]> {
  const { rows: unread } = await sql<{ order_id: number }>`
    select order_id from sk_orders where state = 'wanted' and next_read = 0 order by order_id desc limit ${limit}`.execute(
    db,
  );
  const selectDue = (state: KnownOrdersTable['state']) => sql`
    select * from (select order_id, next_read from sk_orders
      where state = ${state} and next_read <= ${now} and (state <> 'wanted' or next_read > 0)
      order by next_read limit ${limit})
    union all select * from (select order_id, 0 as next_read from sk_orders
      where state = ${state} and next_read > ${now + MAX_WAIT_MS} and next_read < ${NEVER_DUE} limit ${limit})`;
  const { rows: due } = await sql<{ order_id: number }>`
    select order_id from (${selectDue('wanted')} union all ${selectDue('read')} union all ${selectDue('unreadable')})
    order by next_read limit ${limit}`.execute(db);
  const { rows: again } = await sql<{ order_id: number }>`
    select order_id from sk_orders where state = 'read' and last_read < ${againBefore} and failures = 0
    order by last_read limit ${limit}`.execute(db);
  const own = [...again.splice(0, MAX_REREAD), ...due.splice(0, MAX_DUE)];
  const ids = [...own, ...unread, ...due, ...again].map(({ order_id }) => order_id);
  return [...new Set(ids)].slice(0, limit);
}

/** Makes failed orders due now. */
export async function retryFailedOrders(db: StoreKeeperDb): Promise<void> {
  await db.updateTable('sk_orders').set({ failures: 0, next_read: 0 }).where('failures', '>', 0).execute();
}

/** The longest time until an order is read again. A later due time was written by a clock that was ahead. */
const MAX_WAIT_MS = 7 * 24 * 60 * 60_000;

/** Returns when the next order is due, in milliseconds since the epoch; `null` if none is. */
export async function readNextDueAt(db: StoreKeeperDb, { againBefore }: Pick<DueQuery, 'againBefore'>) {
  const { rows } = await sql<{ next: number | null; again: 0 | 1 }>`
    select min(next) as next, exists (select 1 from sk_orders
      where state = 'read' and last_read < ${againBefore} and failures = 0) as again
    from (select min(next_read) as next from sk_orders where state = 'wanted'
      union all select min(next_read) from sk_orders where state = 'read'
      union all select min(next_read) from sk_orders where state = 'unreadable' and next_read < ${NEVER_DUE})`.execute(
    db,
  );
  const [row] = rows;
  return row?.again === 1 ? 0 : (row?.next ?? null);
}

export interface OrderCounts {
  readonly listed: number;
  readonly wanted: number;
  readonly read: number;
  readonly unreadable: number;
}

/** Reads only an index. */
export async function countKnownOrders(db: StoreKeeperDb): Promise<OrderCounts> {
  const { rows } = await sql<{ state: KnownOrdersTable['state']; count: number }>`
    select state, count(*) as count from sk_orders group by state`.execute(db);
  return {
    ...{ listed: 0, wanted: 0, read: 0, unreadable: 0 },
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  };
}

export async function hasOrderInState(db: StoreKeeperDb, state: KnownOrdersTable['state']): Promise<boolean> {
  const found = db.selectFrom('sk_orders').select('order_id').where('state', '=', state).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whether a readable order was last read before this time. */
export async function hasOrderReadBefore(db: StoreKeeperDb, at: number): Promise<boolean> {
  const found = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'read').where('last_read', '<', at);
  return (await found.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether an order waits for its first reading and has not failed yet. */
export async function hasUnreadOrder(db: StoreKeeperDb): Promise<boolean> {
  const unread = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'wanted').where('failures', '=', 0);
  return (await unread.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether the unread order with the highest id is new. */
export async function hasUnreadNewOrder(db: StoreKeeperDb): Promise<boolean> {
  const latest = db.selectFrom('sk_orders').select('is_new').where('state', '=', 'wanted').orderBy('order_id', 'desc');
  return (await latest.limit(1).executeTakeFirst())?.is_new === 1;
}

/** Orders missing from the copy, and the months (YYYYMM) in which they may be. */
export interface MissingOrders {
  readonly first_month: number;
  readonly last_month: number;
  readonly orders: number;
  /** The lowest id. */
  readonly example: number;
  /** 1 if they cannot be read, 0 if they are waiting to be read. */
  readonly isUnreadable: 0 | 1;
}

/**
 * Reads orders that cannot be read, or have not been read because of failures, by the months in which they may be. If
 * the list is complete, also unread orders that it named late, but not new ones.
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

/** Reads the last month (YYYYMM) in which an order may be that waits for its first reading. `null` if there is none. */
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

/** Makes these orders due immediately. */
export async function makeOrdersDue(db: StoreKeeperDb, ids: readonly number[]): Promise<void> {
  await sql`update sk_orders set next_read = 0 where order_id in ${toSqlList(ids)}`.execute(db);
}

/** Reads ids of orders marked to be read, or read, that are not in `ids`. */
export async function readUnlistedOrders(db: StoreKeeperDb, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ order_id: number }>`
    select order_id from sk_orders
    where state in ('read', 'unreadable', 'wanted') and order_id > 0 and order_id not in ${toSqlList(ids)}`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** Reads the first read order with an id from `from` that was bought before `boughtBefore`. `null` if there is none. */
export async function readOldOrder(db: StoreKeeperDb, from: number, boughtBefore: number): Promise<number | null> {
  const old = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'read');
  const found = old.where('order_id', '>=', from).where('purchased_at', '<', boughtBefore).orderBy('order_id');
  return (await found.limit(1).executeTakeFirst())?.order_id ?? null;
}

/** Reads the lowest and highest known id, and when the lowest was bought. `null` if no id is known. */
export async function readIdRange(db: StoreKeeperDb) {
  const known = db.selectFrom('sk_orders').select(['order_id', 'purchased_at']).where('order_id', '>', 0).limit(1);
  const lowest = await known.orderBy('order_id').executeTakeFirst();
  const highest = await known.orderBy('order_id', 'desc').executeTakeFirst();
  if (lowest === undefined || highest === undefined) return null;
  return { lowest: lowest.order_id, highest: highest.order_id, lowestPurchase: lowest.purchased_at };
}

export async function readLowestIds(db: StoreKeeperDb, limit: number): Promise<number[]> {
  const known = db.selectFrom('sk_orders').select('order_id').where('order_id', '>', 0);
  return (await known.orderBy('order_id').limit(limit).execute()).map(({ order_id }) => order_id);
}

/**
 * Returns when the read order with the highest id was bought, in milliseconds since the epoch; `null` if none was read.
 */
export async function readLatestPurchase(db: StoreKeeperDb): Promise<number | null> {
  const read = db.selectFrom('sk_orders').select('purchased_at').where('state', '=', 'read');
  return (await read.orderBy('order_id', 'desc').limit(1).executeTakeFirst())?.purchased_at ?? null;
}

/** Reads the order that was read last, excluding these. `null` if there is none. */
export async function readLastReadOrder(db: StoreKeeperDb, excludedIds: readonly number[]): Promise<number | null> {
  const read = db.selectFrom('sk_orders').select('order_id').where('state', '=', 'read').where('failures', '=', 0);
  const others = read.where('order_id', 'not in', toSqlList(excludedIds)).orderBy('last_read', 'desc');
  return (await others.limit(1).executeTakeFirst())?.order_id ?? null;
}

/** Counts the orders last read since `from`, and the time of the first. `since` is `null` if there are none. */
export async function countRecentReadings(db: StoreKeeperDb, from: number) {
  const { rows } = await sql<{ orders: number; since: number | null }>`
    select count(*) as orders, min(last_read) as since from sk_orders
    where state = 'read' and last_read >= ${from}`.execute(db);
  return rows[0] ?? { orders: 0, since: null };
}

/** Removes an order with its state and notes. `db` must be a transaction. */
export async function removeKnownOrder(db: StoreKeeperDb, id: number): Promise<void> {
  const known = await db.selectFrom('orders').select('shop_id').where('id', '=', id).executeTakeFirst();
  await writeCopiedOrders(db, id, []);
  await db
    .deleteFrom('sk_notes')
    .where('owner', 'in', toSqlList([`order:${id}`, getUnreadableOwner(id)]))
    .execute();
  await db.deleteFrom('sk_orders').where('order_id', '=', id).execute();
  if (known !== undefined) await updateShopLocation(db, known.shop_id);
}

/**
 * Returns the owner of the note that an order could not be read. Separate, so that the notes of its last reading stay.
 */
export function getUnreadableOwner(id: number): string {
  return `order:${id}:reading`;
}
