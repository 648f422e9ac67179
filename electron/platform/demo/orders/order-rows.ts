import { dateAt } from '../../../../shared/calendar.ts';
import { createDemoShopsRepository } from '../../../store/demo/demo-shops-repository.ts';
import {
  changeOrder,
  insertOrders,
  type NewOrder,
  type NewOrderItem,
  type NewOrderPayment,
  type OrderChange,
} from '../../../store/orders/order-writer.ts';
import type { StoreDb } from '../../../store/schema.ts';
import { dayNumberAt, dayNumberOf, dayOf } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { type NumberedOrder, planNumberedOrders } from './order-plan.ts';
import { FOLLOW_UP_DAYS, type OrderState, stateAt } from './planned-order.ts';

const LINES_PER_ORDER = 100;

const PAYMENTS_PER_ORDER = 10;

/** The rows of an order in its state at `instant`. */
export function orderRowsAt({ profile }: DemoModel, order: NumberedOrder, instant: number): NewOrder {
  const { plan } = order;
  return {
    order: {
      id: order.id,
      account_id: profile.ids.account,
      order_number: order.orderNumber,
      date_purchased: plan.purchasedAt,
      ...stateColumns(stateOf(order, instant)),
      shop_id: plan.shop.id,
      location_id: plan.shop.location_id,
      currency: 'EUR',
      payment_term: plan.term,
      customer_id: plan.customerId,
      follows_order_id: order.follows?.id ?? null,
    },
    items: itemRows(order),
    payments: paymentRows(order),
  };
}

/** The change to the order after `since` up to `until`; `null` if there is none. */
function orderChangeBetween(
  { profile }: DemoModel,
  order: NumberedOrder,
  since: number,
  until: number,
): OrderChange | null {
  const state = stateOf(order, until);
  if (state === stateOf(order, since)) return null;
  return { account_id: profile.ids.account, id: order.id, ...stateColumns(state) };
}

function stateOf(order: NumberedOrder, instant: number): OrderState {
  const state = stateAt(order.plan, instant);
  if (!state) throw new RangeError(`order ${order.orderNumber} is not purchased yet`);
  return state;
}

function stateColumns({ status, isPaid, since }: OrderState) {
  return { status, is_paid: isPaid, date_updated: since };
}

function itemRows({ id, plan }: NumberedOrder): NewOrderItem[] {
  if (plan.items.length >= LINES_PER_ORDER) throw new RangeError(`too many lines in order ${id}`);
  return plan.items.map((item, index) => ({ id: id * LINES_PER_ORDER + index + 1, ...item }));
}

function paymentRows({ id, plan }: NumberedOrder): NewOrderPayment[] {
  if (plan.payments.length >= PAYMENTS_PER_ORDER) throw new RangeError(`too many payments of order ${id}`);
  return plan.payments.map(({ providerId, amount }, index) => ({
    id: id * PAYMENTS_PER_ORDER + index + 1,
    provider_id: providerId,
    amount,
    date_paid: plan.purchasedAt,
  }));
}

const WINDOW_MONTHS = 13;

/** The changes to an account's orders from `doneUntil` to `until` (instants). */
export interface WindowMove {
  /** Orders purchased before this instant are removed. */
  readonly start: number;
  readonly coming: readonly NewOrder[];
  readonly changes: readonly OrderChange[];
}

/** Plans the changes since `doneUntil`. `null` plans the whole window for an account without orders. */
export function planWindowMove(model: DemoModel, doneUntil: number | null, until: number): WindowMove {
  const { start, number } = dayOf(windowStartDay(until));
  const since = doneUntil ?? start - 1;
  // Earlier orders neither change any more nor have follow-ups.
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

export async function moveWindow(
  db: StoreDb,
  accountId: number,
  { start, coming, changes }: WindowMove,
): Promise<void> {
  await createDemoShopsRepository(db).removeOrdersBefore(accountId, start);
  await insertOrders(db, coming);
  for (const change of changes) await changeOrder(db, change);
}

/** The first day of the month 13 months before the month of `instant`. */
export function windowStartDay(instant: number): number {
  const [year = 0, month = 0] = dateAt(instant).split('-').map(Number);
  const months = year * 12 + (month - 1) - WINDOW_MONTHS;
  const firstMonth = String((months % 12) + 1).padStart(2, '0');
  return dayNumberOf(`${Math.floor(months / 12)}-${firstMonth}-01`);
}
