import type { CheckName } from '../../../shared/contract/financial-report.ts';

/** A change of one value of an order, and what the definitions of the contract say comes of it. */
export interface MutationKind {
  readonly name: string;
  readonly table: 'orders' | 'order_items' | 'order_payments';
  /** Of the rows that can be changed so; `orders` is joined. */
  readonly condition: string;
  readonly set: string;
  /** The checks that contain the value on one side alone, in the contract's order. */
  readonly turns: readonly CheckName[];
}

/** 0.01 euro as the store keeps it. */
const CENT = 100;

const cent = (
  table: MutationKind['table'],
  column: string,
  of: string,
  condition: string,
  turns: readonly CheckName[],
): MutationKind => {
  const set = `${column} = ${column} + ${CENT}`;
  return { name: `${column} of ${of}`, table, condition, set, turns };
};

const DIRECT = "payment_term = 'direct'";
const INVOICE = "payment_term = 'invoice'";
const PRODUCT = "type = 'product'";
const SALE = `${PRODUCT} and quantity > 0`;
const RETURN = `${PRODUCT} and quantity < 0`;
const NON_REVENUE = "type in ('gift_card', 'tip', 'invoice_payment', 'prepayment')";
const ROUNDING = "type = 'rounding'";

/**
 * What items come to with VAT is in `payments` on one side: the other one is what was paid. `bridge_wt`, `groups` and
 * the others sum the same items on both sides. Invoice orders have no payments. Of what has no VAT the two sides are
 * one figure, so a rounding difference of which one side changes is noticed by `direct_total_ex`.
 */
export const MUTATION_KINDS: readonly MutationKind[] = [
  cent('order_items', 'value_wt', 'a direct sale', `${DIRECT} and ${SALE}`, ['payments']),
  cent('order_items', 'value_ex', 'a direct sale', `${DIRECT} and ${SALE}`, []),
  cent('order_items', 'value_wt', 'a direct return', `${DIRECT} and ${RETURN}`, ['payments']),
  cent('order_items', 'value_ex', 'a direct return', `${DIRECT} and ${RETURN}`, []),
  cent('order_items', 'value_wt', 'a sale on invoice', `${INVOICE} and ${SALE}`, []),
  cent('order_items', 'value_ex', 'a sale on invoice', `${INVOICE} and ${SALE}`, []),
  cent('order_items', 'value_wt', 'an item of no revenue', NON_REVENUE, ['payments']),
  cent('order_items', 'value_wt', 'a rounding difference', ROUNDING, ['direct_total_ex', 'payments']),
  cent('order_items', 'value_ex', 'a rounding difference', ROUNDING, ['direct_total_ex']),
  cent('order_items', 'cost_ex', 'a product', PRODUCT, []),
  cent('order_items', 'discount_wt', 'a product', PRODUCT, []),
  cent('order_payments', 'amount', 'a payment', DIRECT, ['payments']),
  cent('orders', 'value_wt', 'an order', '1 = 1', []),
  cent('orders', 'value_ex', 'an order', '1 = 1', []),
  cent('orders', 'discount_wt', 'an order', '1 = 1', []),
  {
    name: 'the sign of a quantity',
    table: 'order_items',
    condition: `${DIRECT} and ${SALE}`,
    set: 'quantity = -quantity',
    turns: [],
  },
  {
    name: 'an invoice that is paid or not',
    table: 'orders',
    condition: INVOICE,
    set: 'is_paid = 1 - is_paid',
    turns: [],
  },
  {
    name: 'an invoice that becomes direct',
    table: 'orders',
    condition: INVOICE,
    set: "payment_term = 'direct'",
    turns: ['payments'],
  },
  {
    name: 'an order that no longer counts',
    table: 'orders',
    condition: DIRECT,
    set: "status = 'cancelled'",
    turns: [],
  },
];
