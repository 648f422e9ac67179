import { sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import type { TotalsDifference } from '../totals/totals-differences.ts';
import { type CalendarDay, readMonths } from '../totals/totals-months.ts';
import { verifyMonth } from '../totals/verify-totals.ts';
import { COPIED_ACCOUNT } from './copy-store.ts';
import type { KnownOrdersTable, StoreKeeperDb } from './storekeeper-copy-store.ts';

/** Orders that are known with an id above `after`, up to `upTo`; null: all of them. */
export async function readKnownRange(
  db: StoreKeeperDb,
  after: number,
  upTo: number | null,
): Promise<Pick<KnownOrdersTable, 'order_id' | 'state'>[]> {
  return db
    .selectFrom('sk_orders')
    .select(['order_id', 'state'])
    .where('order_id', '>', after)
    .$if(upTo !== null, (query) => query.where('order_id', '<=', upTo ?? 0))
    .execute();
}

/** Orders that were removed, and that StoreKeeper names again, are wanted. */
export async function wantRemovedOrders(db: StoreKeeperDb, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('sk_orders')
    .set({ state: 'wanted', next_read: 0 })
    .where('order_id', 'in', listOf(ids))
    .where('state', '=', 'removed')
    .execute();
}

/**
 * Counts one absence more of these orders, none of all others, and has these read now. Answers those that were absent the
 * check before as well.
 */
export async function countAbsences(db: StoreKeeperDb, ids: readonly number[], now: number): Promise<number[]> {
  await db
    .updateTable('sk_orders')
    .set({ absences: 0 })
    // As in the condition of the index.
    .where('absences', '>', sql.lit(0))
    .where('order_id', 'not in', listOf(ids))
    .execute();
  await db
    .updateTable('sk_orders')
    .set(({ eb }) => ({ absences: eb('absences', '+', 1), next_read: now }))
    .where('order_id', 'in', listOf(ids))
    .execute();
  const rows = await db
    .selectFrom('sk_orders')
    .select('order_id')
    .where('absences', '>', 1)
    .where('order_id', 'in', listOf(ids))
    .execute();
  return rows.map(({ order_id }) => order_id);
}

function listOf(ids: readonly number[]) {
  return sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
}

/** Months of which the copy has orders or totals, as YYYYMM. */
export async function readOrderMonths(db: StoreKeeperDb): Promise<number[]> {
  const months = await readMonths(db as unknown as StoreDb);
  return months.flatMap(({ accountId, month }) => (accountId === COPIED_ACCOUNT ? [month] : []));
}

/** How the stored totals of a month differ from its orders. */
export function verifyTotalsOf(db: StoreKeeperDb, month: number): Promise<TotalsDifference[]> {
  return verifyMonth(db as unknown as StoreDb, { accountId: COPIED_ACCOUNT, month });
}

/** An order without its returns: what its header says, null where it leaves that out, and what its rows come to. */
export interface OrderSums {
  readonly id: number;
  readonly headed_wt: number | null;
  readonly headed_ex: number | null;
  readonly headed_paid: number | null;
  readonly lines_wt: number;
  readonly lines_ex: number;
  readonly paid: number;
}

export async function readOrderSums(db: StoreKeeperDb, { start, end }: CalendarDay): Promise<OrderSums[]> {
  const { rows } = await sql<OrderSums>`
    select orders.id, sk_orders.value_wt as headed_wt, sk_orders.value_ex as headed_ex, sk_orders.paid_wt as headed_paid,
      (select coalesce(sum(value_wt), 0) from order_items where order_id = orders.id) as lines_wt,
      (select coalesce(sum(value_ex), 0) from order_items where order_id = orders.id) as lines_ex,
      (select coalesce(sum(amount), 0) from order_payments where order_id = orders.id) as paid
    from orders inner join sk_orders on sk_orders.order_id = orders.id
    where orders.account_id = ${COPIED_ACCOUNT} and orders.date_purchased >= ${start} and orders.date_purchased < ${end}
      and orders.follows_order_id is null`.execute(db);
  return rows;
}
