/** What an order has to be, whoever writes it. */
export type OrderRule =
  | 'quantity_is_never_zero'
  | 'item_value_is_quantity_times_price_less_discount'
  | 'values_are_whole_cents'
  | 'cost_has_the_sign_of_the_quantity'
  | 'product_item_has_group_and_rate'
  | 'other_items_have_no_vat'
  | 'only_direct_orders_have_other_items'
  | 'direct_order_that_counts_is_fully_paid'
  | 'invoice_order_has_no_payments'
  | 'invoice_payment_pays_one_invoice_in_full'
  | 'paid_invoice_has_its_payment'
  | 'refunded_order_came_back_whole'
  | 'refers_to_records_of_its_account'
  | 'location_is_that_of_the_shop'
  | 'status_move_is_allowed'
  | 'order_exists';

/** An order that breaks a rule; nothing of it was written. */
export class OrderRuleError extends Error {
  override readonly name = 'OrderRuleError';
  readonly rule: OrderRule;
  readonly orderNumber: string;

  constructor(rule: OrderRule, orderNumber: string) {
    super(`order ${orderNumber} breaks the rule: ${rule.replaceAll('_', ' ')}`);
    this.rule = rule;
    this.orderNumber = orderNumber;
  }
}
