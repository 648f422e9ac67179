import type { Kysely } from 'kysely';
import { dateAt } from '../../../../shared/calendar.ts';
import { createDemoShopsRepository } from '../../../store/demo/demo-shops-repository.ts';
import {
  changeOrder,
  insertOrders,
  type NewOrder,
  type OrderChange,
} from '../../../store/orders/order-writer.ts';
import type { StoreSchema } from '../../../store/schema.ts';
import { dayNumberAt, dayNumberOf, dayOf } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { planNumberedOrders } from './numbered-orders.ts';
import { orderChangeBetween, orderRowsAt } from './order-rows.ts';
import { FOLLOW_UP_DAYS } from './planned-order.ts';

const WINDOW_MONTHS = 13;

/** What the orders of an account have to become at `until`, from what they were at `doneUntil` (instants). */
export interface WindowMove {
  /** Orders purchased before this instant go. */
  readonly start: number;
  readonly coming: readonly NewOrder[];
  readonly changes: readonly OrderChange[];
}

/** Plans the move from `doneUntil` on; null plans the whole window, for an account that has no orders. */
export function planWindowMove(model: DemoModel, doneUntil: number | null, until: number): WindowMove {
  const { start, number } = dayOf(windowStartDay(until));
  const since = doneUntil ?? start - 1;
  // An order from before that can neither change any more nor be followed.
  const firstDay = Math.max(number, dayNumberAt(since) - FOLLOW_UP_DAYS);
  const orders = planNumberedOrders(model, firstDay, dayNumberAt(until));
  const coming = orders.filter(({ plan }) => plan.purchasedAt > since && plan.purchasedAt <= until);
  const done = orders.filter(({ plan }) => plan.purchasedAt <= since);
  return {
    start,
    coming: coming.map((order) => orderRowsAt(model, order, until)),
    changes: done.flatMap((order) => orderChangeBetween(model, order, since, until) ?? []),
  };
}

/** Writes a planned move. `db` has to be a transaction. */
export async function moveWindow(
  db: Kysely<StoreSchema>,
  accountId: number,
  { start, coming, changes }: WindowMove,
): Promise<void> {
  await createDemoShopsRepository(db).removeOrdersBefore(accountId, start);
  await insertOrders(db, coming);
  for (const change of changes) await changeOrder(db, change);
}

/** The first day of the month that lies 13 months before the month of `instant`. */
export function windowStartDay(instant: number): number {
  const [year = 0, month = 0] = dateAt(instant).split('-').map(Number);
  const months = year * 12 + (month - 1) - WINDOW_MONTHS;
  const firstMonth = String((months % 12) + 1).padStart(2, '0');
  return dayNumberOf(`${Math.floor(months / 12)}-${firstMonth}-01`);
}
