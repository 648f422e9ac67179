import { sumOf } from '../../../shared/money.ts';
import { customerRecord } from './made-customers.ts';
import type { MadeOrder } from './made-orders.ts';
import {
  computeAmounts,
  type LineAmounts,
  type MadeLine,
  type OrderAmounts,
  type RateAmounts,
  subtract,
  type TwoSides,
} from './order-amounts.ts';
import { shopRecord } from './reference-records.ts';
import { wireDate, wireEuros, wireEurosText, wireQuantity } from './wire-values.ts';

/** Before that a record does not show the refund. */
const PAID_BACK_DELAY_MS = 3 * 60_000;

/** The record of an order as `getOrder` returns it at the time `now`, including nulls. */
export function orderRecord(order: MadeOrder, now: number): object {
  const amounts = computeAmounts(order);
  const zone = order.isExternal ? 'UTC' : 'Europe/Amsterdam';
  const { id, name, alias, shop_type_id } = shopRecord(order.shop);
  return {
    ...{ id: order.id, number: order.number, status: order.status },
    ...{ shop_id: id, shop: { id, alias, name, shop_type_id } },
    location_id: order.locationId,
    currency_iso3: order.currency,
    date_purchased: wireDate(order.purchasedAt, zone),
    date_created: wireDate(order.createdAt, zone),
    date_updated: wireDate(order.updatedAt, zone),
    is_paid: order.isPaid,
    is_anonymous: order.customerId === null,
    is_external: order.isExternal,
    is_quote: order.isQuote,
    is_request: order.isRequest,
    is_customer_accepted: order.isCustomerAccepted,
    is_contract: order.isContract,
    ...customerMembers(order),
    ...headerAmounts(order, amounts, now),
    order_items: listMember(order.lines.map((line, index) => itemRecord(order.id, line, amounts.lines[index]))),
    order_taxes: order.hasTaxRows ? listMember(amounts.rates.map(taxRecord)) : null,
  };
}

/** An empty list is omitted. */
function listMember<Row>(rows: readonly Row[]): readonly Row[] | null {
  return rows.length === 0 ? null : rows;
}

/**
 * An order without a customer has no `relation_data`. For even ids it is `[]` instead, because PHP encodes an empty map as
 * a list.
 */
function customerMembers({ id, customerId }: MadeOrder) {
  if (customerId === null) return { relation_data_id: null, relation_data: id % 2 === 0 ? [] : null };
  const { name, contact_set, contact_address } = customerRecord(customerId);
  return {
    relation_data_id: customerId,
    relation_data: { id: customerId, name },
    billing_address: { name, contact_set, contact_address },
  };
}

function headerAmounts(order: MadeOrder, { sold, refunded, discount }: OrderAmounts, now: number) {
  const back = order.paidBack.filter(({ at }) => at + PAID_BACK_DELAY_MS <= now);
  return {
    ...twoMembers('value', subtract(sold, refunded)),
    ...twoMembers('discount_value', discount),
    ...twoMembers('paid_value', order.paid),
    ...twoMembers('paid_back_value', {
      ex: sumOf(back, ({ amount }) => amount.ex),
      wt: sumOf(back, ({ amount }) => amount.wt),
    }),
    ...twoMembers('refunded_price', refunded),
    ...twoMembers('invoiced_price', order.status === 'complete' ? sold : { ex: 0, wt: 0 }),
  };
}

function twoMembers(name: string, { ex, wt }: TwoSides) {
  return { [name]: wireEuros(ex), [`${name}_wt`]: wireEuros(wt) };
}

function itemRecord(orderId: number, line: MadeLine, amounts: LineAmounts | undefined) {
  if (amounts === undefined) throw new RangeError('a line has no amounts');
  return {
    id: orderId * 100 + line.row,
    rownb: line.row,
    product_id: line.productId,
    sku: line.sku,
    name: line.name,
    quantity: wireQuantity(line.quantity),
    ...twoMembers('ppu', amounts.unit),
    ...(amounts.unitBefore && twoMembers('before_discount_ppu', amounts.unitBefore)),
    ...twoMembers('price', amounts.price),
    tax: line.rate.basisPoints / 10_000,
    tax_rate_id: line.rate.id,
    is_with_discount: amounts.unitBefore !== null,
    is_discount: line.kind === 'discount',
    is_shipping: line.kind === 'shipping',
    is_payment: line.kind === 'payment',
    is_product: line.kind === 'product',
    is_turnover: line.isTurnover,
    refunded_quantity: wireQuantity(line.refundedQuantity),
  };
}

/** Decimals are text here only. */
function taxRecord({ rate, total, positive, negative }: RateAmounts) {
  return {
    tax: String(rate.basisPoints / 10_000),
    tax_rate_id: rate.id,
    value: wireEurosText(total.wt - total.ex),
    row_total: wireEurosText(total.ex),
    row_total_wt: wireEurosText(total.wt),
    row_positive_total: wireEurosText(positive.ex),
    row_positive_total_wt: wireEurosText(positive.wt),
    row_negative_total: wireEurosText(negative.ex),
    row_negative_total_wt: wireEurosText(negative.wt),
  };
}
