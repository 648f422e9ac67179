import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { methodFields } from './payment-methods.ts';
import {
  Choice,
  ChoiceList,
  Day,
  daysQuery,
  Flag,
  Id,
  LocationIds,
  optional,
  pageQuery,
  SearchText,
  ShopIds,
  Sort,
} from './query.ts';
import {
  Currency,
  Euros,
  Known,
  KnownEuros,
  NamedRecord,
  nullable,
  PageOf,
  PersonalText,
  RecordId,
  ShopId,
  Timestamp,
} from './values.ts';

export const ORDER_STATUSES = ['new', 'processing', 'on_hold', 'complete', 'refunded', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders with one of these statuses count in figures and in the rows behind them. */
export const COUNTING_STATUSES = ['processing', 'complete', 'refunded'] as const satisfies readonly OrderStatus[];

export const PAYMENT_TERMS = ['direct', 'invoice'] as const;

export type PaymentTerm = (typeof PAYMENT_TERMS)[number];

export const ITEM_TYPES = [
  'product',
  'gift_card',
  'tip',
  'invoice_payment',
  'prepayment',
  'rounding',
  'other',
] as const;

export type ItemType = (typeof ITEM_TYPES)[number];

export const OrderNumber = () => Type.String({ description: 'As on the receipt or invoice' });

export const PurchasedAt = () => Timestamp('When it was bought; its local day is the day of the order');

const itemFields = {
  id: RecordId(),
  type: Type.Enum(ITEM_TYPES, {
    description:
      '`product` and `rounding` make the turnover. `gift_card` and `prepayment` are taken in advance, `tip` is for ' +
      'the staff, `invoice_payment` pays an earlier invoice, and `other` is what the platform calls no turnover: these ' +
      'are no revenue.',
  }),
  product_id: nullable(RecordId('Null where the item names no product of the catalog')),
  sku: nullable(Type.String({ description: 'As it was when sold; null without one' })),
  title: Type.String(),
  product_group_id: nullable(
    RecordId('The group it was sold under, by GET /api/turnover-groups; null for what is not of type product'),
  ),
  product_group_code: nullable(Type.String({ description: 'Its key of the revenue ledger' })),
  quantity: Type.Number({ description: 'Negative for a return, never 0' }),
  ppu: Euros('Price per unit excluding VAT, at most 4 decimals'),
  ppu_wt: Euros('Price per unit including VAT, at most 4 decimals'),
  discount_value_wt: Euros('Discount including VAT'),
  discount_value_ex_wt: Euros('Discount excluding VAT'),
  value_wt: Euros('Quantity times price, less discount, including VAT'),
  value_ex_wt: Euros('Quantity times price, less discount, excluding VAT'),
  tax_rate_id: nullable(
    RecordId('Resolve by GET /api/tax-rates; null for what is not of type product, which has no VAT'),
  ),
  cost_value_ex: KnownEuros('Cost of the line, with the sign of the quantity'),
};

/** One sale of one product at a discount, paid by card. All examples of the description are about it. */
export const orderItemExample = {
  id: 90_412,
  type: 'product' as const,
  product_id: 1204,
  sku: 'TU-1204',
  title: 'Gieter 10 liter',
  product_group_id: 7,
  product_group_code: '8010',
  quantity: 1,
  ppu: 12.3967,
  ppu_wt: 15,
  discount_value_wt: 1.5,
  discount_value_ex_wt: 1.24,
  value_wt: 13.5,
  value_ex_wt: 11.16,
  tax_rate_id: 1,
  cost_value_ex: 6,
};

export const OrderItem = NamedRecord('OrderItem', itemFields, orderItemExample, 'A line of an order');

export type OrderItem = Static<typeof OrderItem>;

const paymentFields = {
  id: RecordId(),
  ...methodFields,
  amount: Euros('What was paid, less change; below 0 where money went back'),
  date_paid: Known(Timestamp('When it was paid')),
};

export const orderPaymentExample = {
  id: 71_033,
  provider_method_type_id: 5,
  title: 'Pinpas',
  type_alias: 'pin',
  amount: 13.5,
  date_paid: '2026-10-01T10:15:00+02:00',
};

export const OrderPayment = NamedRecord(
  'OrderPayment',
  paymentFields,
  orderPaymentExample,
  'A payment of a direct order',
);

export type OrderPayment = Static<typeof OrderPayment>;

export const OrderRow = Type.Object({
  id: RecordId(),
  order_number: OrderNumber(),
  date_purchased: PurchasedAt(),
  date_updated: Known(Timestamp('When its status or payment last changed')),
  status: Known(
    Type.Enum(ORDER_STATUSES, {
      description:
        '`processing`, `complete` and `refunded` count in figures; `refunded` and `cancelled` are final, and ' +
        '`complete` can only become `refunded`',
    }),
  ),
  shop_id: ShopId(),
  location_id: nullable(RecordId("The shop's; null for a webshop without a location")),
  currency: Currency(),
  value_wt: Euros('Sum of the items including VAT'),
  value_ex_wt: Euros('Sum of the items excluding VAT'),
  discount_value_wt: KnownEuros('Sum of the discounts including VAT'),
  discount_value_ex_wt: KnownEuros('Sum of the discounts excluding VAT'),
  customer_id: nullable(RecordId('Null for an unknown customer')),
  customer_name: PersonalText('Empty for a sale to an unknown customer'),
  customer_email: PersonalText('Empty for a sale to an unknown customer'),
  is_paid: Known(
    Type.Boolean({
      description: 'A direct order that counts is paid; an invoice once a later order paid it',
    }),
  ),
  payment_term: Known(
    Type.Enum(PAYMENT_TERMS, {
      description: '`direct` is paid at once, by its own payments; `invoice` later, by an item of another order',
    }),
  ),
  backoffice_url: Type.String({
    description: "Opens the order in the user's back office; empty where the platform has no such page",
  }),
});

export type OrderRow = Static<typeof OrderRow>;

const purchase = { order_number: '2026-50231', date_purchased: '2026-10-01T10:15:00+02:00', shop_id: 4 };

/** What an order and a discounted order have in common. */
export const saleExample = {
  id: 50_231,
  ...purchase,
  status: 'complete' as const,
  currency: 'EUR',
  value_wt: 13.5,
  value_ex_wt: 11.16,
  discount_value_wt: 1.5,
  discount_value_ex_wt: 1.24,
  customer_name: 'Anouk de Vries',
  customer_email: 'anouk.de.vries.812@post.example',
  backoffice_url: 'https://demo.backoffice.example/#order/details/50231',
};

export const orderExample = {
  ...saleExample,
  date_updated: '2026-10-01T10:15:00+02:00',
  location_id: 3,
  customer_id: 812,
  is_paid: true,
  payment_term: 'direct' as const,
};

/** An order row, with its items and payments where `include` asks for them. */
export const Order = NamedRecord(
  'Order',
  {
    ...OrderRow.properties,
    items: Type.Optional(Type.Array(OrderItem, { description: 'Where `include` asks for them' })),
    payments: Type.Optional(Type.Array(OrderPayment, { description: 'Where `include` asks for them' })),
  },
  orderExample,
  'An order of any status',
);

export type Order = Static<typeof Order>;

export const OrderWithDetails = NamedRecord(
  'OrderWithDetails',
  {
    ...OrderRow.properties,
    items: nullable(
      Type.Array(OrderItem, { description: 'All of its lines; `null` if the platform does not give them' }),
    ),
    payments: nullable(
      Type.Array(OrderPayment, {
        description: 'Its own payments; an invoice has none. `null` if the platform does not give them',
      }),
    ),
  },
  { ...orderExample, items: [orderItemExample], payments: [orderPaymentExample] },
  'An order with its items and payments',
);

export type OrderWithDetails = Static<typeof OrderWithDetails>;

/** Names the order that an item or a payment belongs to, where these are listed by themselves. */
export const OfOrder = Type.Object({
  order_id: RecordId('Resolve by GET /api/orders/{id}'),
  order_number: OrderNumber(),
  date_purchased: PurchasedAt(),
  shop_id: ShopId(),
});

const OrderSums = NamedRecord(
  'OrderSums',
  {
    value_wt: Euros('Sum of `value_wt`'),
    value_ex_wt: Euros('Sum of `value_ex_wt`'),
    discount_value_wt: KnownEuros('Sum of `discount_value_wt`'),
    discount_value_ex_wt: KnownEuros('Sum of `discount_value_ex_wt`'),
    cancelled_orders: Type.Integer({ description: 'Cancelled orders, which are among the `total`' }),
    cancelled_value_wt: Euros('Their part of `value_wt`'),
    uncounted_orders: Type.Integer({
      description: 'Orders that no figure counts: those that are new, on hold or cancelled; they are among the `total`',
    }),
    uncounted_value_wt: Euros('Their part of `value_wt`, which is in no turnover'),
    non_revenue_wt: KnownEuros(
      'Items of the other orders that are no revenue, such as gift cards, tips and payments of invoices: without these ' +
        'and `uncounted_value_wt`, `value_wt` is the turnover including VAT',
    ),
    excluded_other_currency: optional(
      Type.Integer({ description: 'Orders in another currency than EUR, which no sum has; absent without one' }),
    ),
  },
  {
    ...{ value_wt: 13.5, value_ex_wt: 11.16, discount_value_wt: 1.5, discount_value_ex_wt: 1.24 },
    ...{ cancelled_orders: 0, cancelled_value_wt: 0, uncounted_orders: 0, uncounted_value_wt: 0, non_revenue_wt: 0 },
  },
  'Sums over all orders that the filters select, of every status: those that no figure counts are in them',
);

export type OrderSums = Static<typeof OrderSums>;

export const ORDERS_CAP = 250;

export const ORDER_SORTS = [
  ...(['date_purchased', '-date_purchased'] as const),
  ...(['value_wt', '-value_wt', 'value_ex_wt', '-value_ex_wt'] as const),
  ...(['discount_value_wt', '-discount_value_wt', 'discount_value_ex_wt', '-discount_value_ex_wt'] as const),
  ...(['customer_name', '-customer_name', 'shop', '-shop'] as const),
] as const;

export const ORDER_INCLUDES = ['items', 'payments'] as const;

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'user',
  operation: 'listOrders',
  tag: 'Orders',
  summary: 'Orders of a range of days',
  description:
    'Orders by purchase and then id unless `sort` says otherwise, whatever their status. `sort` has `shop` for the ' +
    'title of the shop; by `customer_name`, orders of unknown customers come last either way. Items and payments come along where `include` asks ' +
    'for them. A return is an order of its own with negative quantities, dated when it happened; the values of a ' +
    'past order never change. `sums` are over all orders that the filters select, not over the page, and say how ' +
    'much of it no figure counts and how much of the rest is no revenue, which leaves the turnover; null where the ' +
    'platform gives none. Orders count in figures that are `processing`, `complete` or `refunded`.',
  query: Type.Object({
    ...daysQuery,
    shop_id: optional(ShopIds()),
    location_id: optional(LocationIds()),
    status: optional(ChoiceList(ORDER_STATUSES, 'Only orders with one of these statuses')),
    payment_term: optional(Choice(PAYMENT_TERMS, 'Only orders paid at once, or only those on invoice')),
    is_paid: optional(Flag('Only paid orders, or only unpaid ones')),
    as_of: optional(
      Day(
        'The day at the end of which `is_paid`, which it needs, is meant; now unless it is given. Of an invoice that ' +
          'is paid by now only `date_updated` is known, which counts as the day of its payment: where it changed again ' +
          'since, it counts as unpaid for longer than it was',
      ),
    ),
    customer_id: optional(Id('Only orders of this customer', 20254)),
    q: optional(
      SearchText(
        'Beginning of the order number, with or without its separators, words of the customer name, or `value_wt`: ' +
          '`110,65` and `110.65` find that amount, `110,-` finds 110.00, `110` what has as many whole euros, and ' +
          '`110,6` what begins so',
        '2026-502',
        'words',
      ),
    ),
    sort: optional(Sort(ORDER_SORTS)),
    include: optional(ChoiceList(ORDER_INCLUDES, 'What to add to each order')),
    ...pageQuery(ORDERS_CAP),
  }),
  response: Type.Object({ ...PageOf(Order).properties, sums: nullable(OrderSums) }),
});

export const readOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  access: 'user',
  operation: 'readOrder',
  tag: 'Orders',
  summary: 'One order with items and payments',
  description: 'The order as in the list. To a user with a locked location those of other shops do not exist.',
  implements: 'GET /api/orders; 404 of Errors',
  id: 'An order of the account',
  response: OrderWithDetails,
});

export const ofOrderExample = { order_id: 50_231, ...purchase };
