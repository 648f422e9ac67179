import type {
  NewOrder,
  NewOrderItem,
  NewOrderPayment,
  OrderChange,
} from '../../../store/orders/order-writer.ts';
import type { DemoModel } from '../model.ts';
import type { NumberedOrder } from './numbered-orders.ts';
import { type OrderState, stateAt } from './planned-order.ts';

const LINES_PER_ORDER = 100;
const PAYMENTS_PER_ORDER = 10;

/** The order as the store takes it, in the state in which it is at `instant`. */
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

/** What happened to the order after `since` and up to `until`; null for nothing. */
export function orderChangeBetween(
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
