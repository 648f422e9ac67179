import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import { type Amount, calculateLineValue, roundToCents, sumOf } from '../../../shared/money.ts';
import type { OrderItemsTable, OrderPaymentsTable, OrdersTable } from '../schema.ts';

const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set(['refunded', 'cancelled']);

const COUNTING: ReadonlySet<OrderStatus> = new Set(COUNTING_STATUSES);

/** Throws `OrderRuleError` for the first violated rule. */
export function checkOrder({ order, items, payments }: NewOrder): void {
  const assertRule = (holds: boolean, rule: OrderRule) => {
    if (!holds) throw new OrderRuleError(rule, order.order_number);
  };
  for (const item of items) checkItem(item, assertRule);
  const areCents = payments.every(({ amount }) => isWholeCents(amount));
  assertRule(areCents, 'values_are_whole_cents');
  if (order.payment_term === 'invoice') {
    const hasOnlyProducts = items.every(({ type }) => type === 'product');
    assertRule(hasOnlyProducts, 'only_direct_orders_have_other_items');
    assertRule(payments.length === 0, 'invoice_order_has_no_payments');
  } else {
    const due = sumOf(items, ({ value_wt }) => value_wt);
    const paid = sumOf(payments, ({ amount }) => amount);
    assertRule(isPaidIfCounting(order, due, paid), 'direct_order_that_counts_is_fully_paid');
  }
}

/** Whether a direct order is valid: one that counts must be paid to the cent. */
export function isPaidIfCounting(
  order: { readonly status: OrderStatus; readonly is_paid: 0 | 1 },
  due: Amount,
  paid: Amount,
): boolean {
  return !COUNTING.has(order.status) || (order.is_paid === 1 && due === paid);
}

/** `complete` can only become `refunded`; `refunded` and `cancelled` are final. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return true;
  if (FINAL_STATUSES.has(from)) return false;
  return from !== 'complete' || to === 'refunded';
}

type AssertRule = (holds: boolean, rule: OrderRule) => void;

function checkItem(item: NewOrderItem, assertRule: AssertRule): void {
  assertRule(item.quantity !== 0, 'quantity_is_never_zero');
  const valueWt = calculateLineValue(item.quantity, item.ppu_wt) - item.discount_wt;
  const valueEx = calculateLineValue(item.quantity, item.ppu) - item.discount_ex;
  const isLineValue = item.value_wt === valueWt && item.value_ex === valueEx;
  assertRule(isLineValue, 'item_value_is_quantity_times_price_less_discount');
  const amounts = [item.discount_wt, item.discount_ex, item.cost_ex];
  assertRule(amounts.every(isWholeCents), 'values_are_whole_cents');
  const costSign = Math.sign(item.cost_ex);
  assertRule(costSign === 0 || costSign === Math.sign(item.quantity), 'cost_has_the_sign_of_the_quantity');
  if (item.type === 'product') {
    const isComplete = item.product_group_id !== null && item.tax_rate_id !== null;
    assertRule(isComplete, 'product_item_has_group_and_rate');
  } else {
    assertRule(item.value_wt === item.value_ex && item.tax_rate_id === null, 'other_items_have_no_vat');
  }
}

function isWholeCents(amount: Amount): boolean {
  return roundToCents(amount) === amount;
}

/** An item without order and account, which are those of its `NewOrder`. */
export type NewOrderItem = Omit<OrderItemsTable, 'account_id' | 'order_id'>;

export type NewOrderPayment = Omit<OrderPaymentsTable, 'account_id' | 'order_id'>;

/** Amounts of an order, summed over all its items. */
export type OrderValues = Pick<OrdersTable, 'value_wt' | 'value_ex' | 'discount_wt' | 'discount_ex'>;

/** Amounts of an order, summed over items of some types. */
export type OrderItemTotals = Pick<OrdersTable, 'non_revenue_wt' | 'sold_before_discount_wt'>;

export interface NewOrder {
  /** `local_day` and the amounts are calculated. */
  readonly order: Omit<OrdersTable, 'local_day' | keyof OrderValues | keyof OrderItemTotals>;
  readonly items: readonly NewOrderItem[];
  readonly payments: readonly NewOrderPayment[];
}

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
  | 'status_move_is_allowed'
  | 'order_exists';

/** An order violates a rule. Nothing was written. */
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
