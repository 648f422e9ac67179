import { COUNTING_STATUSES, type OrderStatus } from '../../../shared/contract/orders.ts';
import { type Amount, lineValue, roundToCents, sumOf } from '../../../shared/money.ts';
import type { NewOrder, NewOrderItem } from './new-order.ts';
import { type OrderRule, OrderRuleError } from './order-rule-error.ts';

const FINAL_STATUSES: ReadonlySet<OrderStatus> = new Set(['refunded', 'cancelled']);
const COUNTING: ReadonlySet<OrderStatus> = new Set(COUNTING_STATUSES);

/** Throws `OrderRuleError` for the first rule that the order breaks. */
export function checkOrder({ order, items, payments }: NewOrder): void {
  const require = (holds: boolean, rule: OrderRule) => {
    if (!holds) throw new OrderRuleError(rule, order.order_number);
  };
  for (const item of items) checkItem(item, require);
  const isCents = payments.every(({ amount }) => isWholeCents(amount));
  require(isCents, 'values_are_whole_cents');
  if (order.payment_term === 'invoice') {
    const onlyProducts = items.every(({ type }) => type === 'product');
    require(onlyProducts, 'only_direct_orders_have_other_items');
    require(payments.length === 0, 'invoice_order_has_no_payments');
  } else {
    const due = sumOf(items, ({ value_wt }) => value_wt);
    const paid = sumOf(payments, ({ amount }) => amount);
    require(isPaidWhereItCounts(order, due, paid), 'direct_order_that_counts_is_fully_paid');
  }
}

/** Whether a direct order may stand as it is: one that counts is paid to the cent. */
export function isPaidWhereItCounts(
  order: { readonly status: OrderStatus; readonly is_paid: 0 | 1 },
  due: Amount,
  paid: Amount,
): boolean {
  return !COUNTING.has(order.status) || (order.is_paid === 1 && due === paid);
}

/** `complete` can only become `refunded`; `refunded` and `cancelled` are final. */
export function mayBecome(from: OrderStatus, to: OrderStatus): boolean {
  if (from === to) return true;
  if (FINAL_STATUSES.has(from)) return false;
  return from !== 'complete' || to === 'refunded';
}

type Require = (holds: boolean, rule: OrderRule) => void;

function checkItem(item: NewOrderItem, require: Require): void {
  require(item.quantity !== 0, 'quantity_is_never_zero');
  const valueWt = lineValue(item.quantity, item.ppu_wt) - item.discount_wt;
  const valueEx = lineValue(item.quantity, item.ppu) - item.discount_ex;
  const isLineValue = item.value_wt === valueWt && item.value_ex === valueEx;
  require(isLineValue, 'item_value_is_quantity_times_price_less_discount');
  const amounts = [item.discount_wt, item.discount_ex, item.cost_ex];
  require(amounts.every(isWholeCents), 'values_are_whole_cents');
  const costSign = Math.sign(item.cost_ex);
  require(costSign === 0 || costSign === Math.sign(item.quantity), 'cost_has_the_sign_of_the_quantity');
  if (item.type === 'product') {
    const isComplete = item.product_group_id !== null && item.tax_rate_id !== null;
    require(isComplete, 'product_item_has_group_and_rate');
  } else {
    require(item.value_wt === item.value_ex && item.tax_rate_id === null, 'other_items_have_no_vat');
  }
}

function isWholeCents(amount: Amount): boolean {
  return roundToCents(amount) === amount;
}
