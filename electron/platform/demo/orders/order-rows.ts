import { getDateAt } from '../../../../shared/calendar.ts';
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
import { getDay, getDayNumber, getDayNumberAt } from '../day.ts';
import type { DemoModel } from '../model.ts';
import { type NumberedOrder, planNumberedOrders } from './order-plan.ts';
import { FOLLOW_UP_DAYS, findState, type OrderState } from './planned-order.ts';

const MAX_LINES_PER_ORDER = 100;

const MAX_PAYMENTS_PER_ORDER = 10;

/** Creates the rows of an order in its state at `instant`. */
export function createOrderRows({ profile }: DemoModel, order: NumberedOrder, instant: number): NewOrder {
  const { plan } = order;
  return {
    order: {
      id: order.id,
      account_id: profile.ids.account,
      order_number: order.orderNumber,
      date_purchased: plan.purchasedAt,
      ...toStateColumns(getState(order, instant)),
      shop_id: plan.shop.id,
      location_id: plan.shop.location_id,
      currency: 'EUR',
      payment_term: plan.term,
      customer_id: plan.customerId,
      follows_order_id: order.follows?.id ?? null,
    },
    items: createItemRows(order),
    payments: createPaymentRows(order),
  };
}

/** Finds the change to the order after `since` up to `until`; `null` if there is none. */
function findOrderChange(
  { profile }: DemoModel,
  order: NumberedOrder,
  since: number,
  until: number,
): OrderChange | null {
  const state = getState(order, until);
  if (state === getState(order, since)) return null;
  return { account_id: profile.ids.account, id: order.id, ...toStateColumns(state) };
}

function getState(order: NumberedOrder, instant: number): OrderState {
  const state = findState(order.plan, instant);
  if (!state) throw new RangeError(`order ${order.orderNumber} is not purchased yet`);
  return state;
}

function toStateColumns({ status, isPaid, since }: OrderState) {
  return { status, is_paid: isPaid, date_updated: since };
}

function createItemRows({ id, plan }: NumberedOrder): NewOrderItem[] {
  if (plan.items.length >= MAX_LINES_PER_ORDER) throw new RangeError(`too many lines in order ${id}`);
  return plan.items.map((item, index) => ({ id: id * MAX_LINES_PER_ORDER + index + 1, ...item }));
}

function createPaymentRows({ id, plan }: NumberedOrder): NewOrderPayment[] {
  if (plan.payments.length >= MAX_PAYMENTS_PER_ORDER) throw new RangeError(`too many payments of order ${id}`);
  return plan.payments.map(({ providerId, amount }, index) => ({
    id: id * MAX_PAYMENTS_PER_ORDER + index + 1,
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
  readonly newOrders: readonly NewOrder[];
  readonly changes: readonly OrderChange[];
}

/** Plans the changes since `doneUntil`. `null` plans the whole window for an account without orders. */
export function planWindowMove(model: DemoModel, doneUntil: number | null, until: number): WindowMove {
  const { start, number } = getDay(getWindowStartDay(until));
  const since = doneUntil ?? start - 1;
  // Earlier orders no longer change and have no more follow-ups.
  const firstDay = Math.max(number, getDayNumberAt(since) - FOLLOW_UP_DAYS);
  const orders = planNumberedOrders(model, firstDay, getDayNumberAt(until));
  const newOrders = orders.filter(({ plan }) => plan.purchasedAt > since && plan.purchasedAt <= until);
  const done = orders.filter(({ plan }) => plan.purchasedAt <= since);
  return {
    start,
    newOrders: newOrders.map((order) => createOrderRows(model, order, until)),
    changes: done.flatMap((order) => findOrderChange(model, order, since, until) ?? []),
  };
}

export async function moveWindow(
  db: StoreDb,
  accountId: number,
  { start, newOrders, changes }: WindowMove,
): Promise<void> {
  await createDemoShopsRepository(db).removeOrdersBefore(accountId, start);
  await insertOrders(db, newOrders);
  for (const change of changes) await changeOrder(db, change);
}

/** Returns the first day of the month 13 months before the month of `instant`. */
export function getWindowStartDay(instant: number): number {
  const [year = 0, month = 0] = getDateAt(instant).split('-').map(Number);
  const months = year * 12 + (month - 1) - WINDOW_MONTHS;
  const firstMonth = String((months % 12) + 1).padStart(2, '0');
  return getDayNumber(`${Math.floor(months / 12)}-${firstMonth}-01`);
}
