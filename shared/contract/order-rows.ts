import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import {
  ITEM_TYPES,
  OrderItem,
  OrderPayment,
  OrderReference,
  orderItemExample,
  orderPaymentExample,
  orderReferenceExample,
  PAYMENT_TERMS,
} from './orders.ts';
import { Choice, createPageQuery, Flag, Id, optional, reportQuery, Sort } from './query.ts';
import { Euros, KnownEuros, NamedRecord, PageOf } from './values.ts';

export const ITEM_SIGNS = ['positive', 'negative'] as const;

export const MAX_ORDER_ITEMS = 250;

export const ORDER_ITEM_SORTS = [
  ...(['date_purchased', '-date_purchased', 'quantity', '-quantity', 'ppu_wt', '-ppu_wt'] as const),
  ...(['value_ex_wt', '-value_ex_wt', 'value_wt', '-value_wt', 'cost_value_ex', '-cost_value_ex'] as const),
] as const;

/** An item of a counted order, with its order. */
export const OrderItemRow = NamedRecord(
  'OrderItemRow',
  { ...OrderItem.properties, ...OrderReference.properties },
  { ...orderItemExample, ...orderReferenceExample },
  'An order item with its order',
);

export type OrderItemRow = Static<typeof OrderItemRow>;

/** Sums of all matching rows, not only this page. */
export const OrderItemSums = NamedRecord(
  'OrderItemSums',
  {
    quantity: Type.Number({ description: 'Sold minus returned' }),
    value: Euros('Sum of `value_ex_wt`'),
    value_wt: Euros('Sum of `value_wt`'),
    cost: KnownEuros('Sum of `cost_value_ex`'),
  },
  { quantity: 1, value: 11.16, value_wt: 13.5, cost: 6 },
  'Sums of all items that match the filters',
);

export type OrderItemSums = Static<typeof OrderItemSums>;

/** The items behind a figure of the financial report. `sign` is that of the quantity. */
export const listOrderItems = defineEndpoint({
  method: 'GET',
  path: '/api/order-items',
  access: 'user',
  operation: 'listOrderItems',
  tag: 'Orders',
  summary: 'List order items',
  description:
    'Lists the items behind a figure of the financial report with their orders, sorted by purchase and id, or by `sort`. ' +
    'Includes orders with status `processing`, `complete` or `refunded`. `sums` cover all matching items.',
  implements: 'Further endpoints (report family)',
  query: Type.Object({
    ...reportQuery,
    type: optional(Choice(ITEM_TYPES, 'Only items of this type')),
    sign: optional(Choice(ITEM_SIGNS, 'Only sales or only returns, by the sign of the quantity')),
    tax_rate_id: optional(Id('Only items at this rate', 1082)),
    product_group_id: optional(Id('Only items sold in this turnover group', 302)),
    product_id: optional(Id('Only this product', 100031)),
    payment_term: optional(Choice(PAYMENT_TERMS, 'Only orders with this payment term')),
    is_paid: optional(Flag('Only items of paid (true) or unpaid (false) orders')),
    sort: optional(Sort(ORDER_ITEM_SORTS)),
    ...createPageQuery(MAX_ORDER_ITEMS),
  }),
  response: Type.Object({ ...PageOf(OrderItemRow).properties, sums: OrderItemSums }),
});

export const MAX_ORDER_PAYMENTS = 250;

export const ORDER_PAYMENT_SORTS = [
  ...(['date_purchased', '-date_purchased', 'date_paid', '-date_paid', 'amount', '-amount'] as const),
] as const;

/** A payment of a counted direct order, with its order. */
export const OrderPaymentRow = NamedRecord(
  'OrderPaymentRow',
  { ...OrderPayment.properties, ...OrderReference.properties },
  { ...orderPaymentExample, ...orderReferenceExample },
  'A payment with its order',
);

export type OrderPaymentRow = Static<typeof OrderPaymentRow>;

const OrderPaymentSums = NamedRecord(
  'OrderPaymentSums',
  { amount: Euros('Sum of `amount`') },
  { amount: 13.5 },
  'Sums of all payments that match the filters',
);

/** The payments behind `payment_methods` of the financial report, by date of purchase. */
export const listOrderPayments = defineEndpoint({
  method: 'GET',
  path: '/api/order-payments',
  access: 'user',
  operation: 'listOrderPayments',
  tag: 'Orders',
  summary: 'List order payments',
  description:
    'Lists the payments behind `payment_methods` of the financial report with their orders, sorted by purchase and id, or ' +
    'by `sort`. The period applies to the date of purchase. `sums` cover all matching payments. ' +
    'Includes internal methods, which `GET /api/payment-methods` does not list: each row has its title and `type_alias`.',
  implements: 'Further endpoints (report family: payments)',
  query: Type.Object({
    ...reportQuery,
    provider_method_type_id: optional(Id('Only payments by this method, which may be internal', 501)),
    sort: optional(Sort(ORDER_PAYMENT_SORTS)),
    ...createPageQuery(MAX_ORDER_PAYMENTS),
  }),
  response: Type.Object({ ...PageOf(OrderPaymentRow).properties, sums: OrderPaymentSums }),
});
