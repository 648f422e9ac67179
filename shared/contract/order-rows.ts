import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import {
  ITEM_TYPES,
  OfOrder,
  OrderItem,
  OrderPayment,
  ofOrderExample,
  orderItemExample,
  orderPaymentExample,
  PAYMENT_TERMS,
} from './orders.ts';
import { Choice, Flag, Id, optional, pageQuery, reportQuery, Sort } from './query.ts';
import { Euros, KnownEuros, NamedRecord, PageOf } from './values.ts';

export const ITEM_SIGNS = ['positive', 'negative'] as const;

export const ORDER_ITEMS_CAP = 250;

export const ORDER_ITEM_SORTS = [
  ...(['date_purchased', '-date_purchased', 'quantity', '-quantity', 'ppu_wt', '-ppu_wt'] as const),
  ...(['value_ex_wt', '-value_ex_wt', 'value_wt', '-value_wt', 'cost_value_ex', '-cost_value_ex'] as const),
] as const;

/** An item of an order that counts, with the order it belongs to. */
export const OrderItemRow = NamedRecord(
  'OrderItemRow',
  { ...OrderItem.properties, ...OfOrder.properties },
  { ...orderItemExample, ...ofOrderExample },
  'An item with the order it belongs to',
);

export type OrderItemRow = Static<typeof OrderItemRow>;

/** Sums over all rows that the filters select, not over the page. */
export const OrderItemSums = NamedRecord(
  'OrderItemSums',
  {
    quantity: Type.Number({ description: 'Sold less returned' }),
    value: Euros('Sum of `value_ex_wt`'),
    value_wt: Euros('Sum of `value_wt`'),
    cost: KnownEuros('Sum of `cost_value_ex`'),
  },
  { quantity: 1, value: 11.16, value_wt: 13.5, cost: 6 },
  'Sums over all items that the filters select',
);

export type OrderItemSums = Static<typeof OrderItemSums>;

/** The items behind a figure of the financial report. `sign` is that of the quantity. */
export const listOrderItems = defineEndpoint({
  method: 'GET',
  path: '/api/order-items',
  access: 'user',
  operation: 'listOrderItems',
  tag: 'Orders',
  summary: 'Items of orders that count',
  description:
    'The items behind a figure of the financial report, each with its order, by purchase and then id unless `sort` ' +
    'says otherwise. Orders ' +
    'count that are `processing`, `complete` or `refunded`. `sums` are over all items that the filters select, ' +
    'not over the page.',
  implements: 'Further endpoints (report family)',
  query: Type.Object({
    ...reportQuery,
    type: optional(Choice(ITEM_TYPES, 'Only items of this type')),
    sign: optional(Choice(ITEM_SIGNS, 'Only sales or only returns, by the sign of the quantity')),
    tax_rate_id: optional(Id('Only items at this rate', 1082)),
    product_group_id: optional(Id('Only items sold under this turnover group', 302)),
    product_id: optional(Id('Only this product', 100031)),
    payment_term: optional(Choice(PAYMENT_TERMS, 'Only orders paid at once, or only those on invoice')),
    is_paid: optional(Flag('Only items of paid orders, or only of unpaid ones')),
    sort: optional(Sort(ORDER_ITEM_SORTS)),
    ...pageQuery(ORDER_ITEMS_CAP),
  }),
  response: Type.Object({ ...PageOf(OrderItemRow).properties, sums: OrderItemSums }),
});

export const ORDER_PAYMENTS_CAP = 250;

export const ORDER_PAYMENT_SORTS = [
  ...(['date_purchased', '-date_purchased', 'date_paid', '-date_paid', 'amount', '-amount'] as const),
] as const;

/** A payment of a direct order that counts, with the order it belongs to. */
export const OrderPaymentRow = NamedRecord(
  'OrderPaymentRow',
  { ...OrderPayment.properties, ...OfOrder.properties },
  { ...orderPaymentExample, ...ofOrderExample },
  'A payment with the order it belongs to',
);

export type OrderPaymentRow = Static<typeof OrderPaymentRow>;

const OrderPaymentSums = NamedRecord(
  'OrderPaymentSums',
  { amount: Euros('Sum of `amount`') },
  { amount: 13.5 },
  'Sums over all payments that the filters select',
);

/** The payments behind `payment_methods` of the financial report, by the day of the purchase. */
export const listOrderPayments = defineEndpoint({
  method: 'GET',
  path: '/api/order-payments',
  access: 'user',
  operation: 'listOrderPayments',
  tag: 'Orders',
  summary: 'Payments of direct orders that count',
  description:
    'The payments behind `payment_methods` of the financial report, each with its order, by the day of the ' +
    'purchase, and by purchase and then id unless `sort` says otherwise. `sums` are over all payments that the filters select, not over the page. Internal methods occur ' +
    'here that `GET /api/payment-methods` does not list: each row has the title and `type_alias` of its own.',
  implements: 'Further endpoints (report family: payments)',
  query: Type.Object({
    ...reportQuery,
    provider_method_type_id: optional(Id('Only this payment method, internal ones included', 501)),
    sort: optional(Sort(ORDER_PAYMENT_SORTS)),
    ...pageQuery(ORDER_PAYMENTS_CAP),
  }),
  response: Type.Object({ ...PageOf(OrderPaymentRow).properties, sums: OrderPaymentSums }),
});
