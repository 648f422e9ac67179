import type { OrderItemsTable, OrderPaymentsTable, OrdersTable } from '../schema.ts';

/** An item as given; its order and account are those of the order that it comes with. */
export type NewOrderItem = Omit<OrderItemsTable, 'account_id' | 'order_id'>;
export type NewOrderPayment = Omit<OrderPaymentsTable, 'account_id' | 'order_id'>;

export interface NewOrder {
  /** Its day is not given, nor are its values and discounts: they are the sums of all items. */
  readonly order: Omit<OrdersTable, 'local_day' | 'value_wt' | 'value_ex' | 'discount_wt' | 'discount_ex'>;
  readonly items: readonly NewOrderItem[];
  readonly payments: readonly NewOrderPayment[];
}
