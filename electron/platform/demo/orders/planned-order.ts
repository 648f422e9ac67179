import type { OrderStatus, PaymentTerm } from '../../../../shared/contract/orders.ts';
import type { Amount } from '../../../../shared/money.ts';
import type { OrderItemsTable, OrdersTable, ShopsTable } from '../../../store/schema.ts';
import type { Day } from '../day.ts';

/** An order with all that will ever happen to it, known from the moment it is planned. */
export interface PlannedOrder {
  readonly day: Day;
  /** Within `day`; milliseconds since the epoch, whole seconds. */
  readonly purchasedAt: number;
  readonly shop: ShopsTable;
  readonly customerId: number | null;
  readonly term: PaymentTerm;
  readonly items: readonly PlannedItem[];
  /** Made at the purchase. */
  readonly payments: readonly PlannedPayment[];
  /** In time order; the first is the purchase. */
  readonly states: readonly OrderState[];
  /** Later orders that return or pay this one, at most `FOLLOW_UP_DAYS` later. */
  readonly followUps: readonly PlannedOrder[];
}

export type PlannedItem = Omit<OrderItemsTable, 'id' | 'account_id' | 'order_id'>;

export interface PlannedPayment {
  readonly providerId: number;
  readonly amount: Amount;
}

export interface OrderState {
  readonly since: number;
  readonly status: OrderStatus;
  readonly isPaid: OrdersTable['is_paid'];
}

/** After so many days nothing happens to an order any more, and no order follows it. */
export const FOLLOW_UP_DAYS = 60;

/** What an order is at an instant; undefined before it was purchased. */
export function stateAt(order: PlannedOrder, instant: number): OrderState | undefined {
  return order.states.findLast((state) => state.since <= instant);
}
