import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { methodFields } from './payment-methods.ts';
import {
  Choice,
  ChoiceList,
  createPageQuery,
  Day,
  daysQuery,
  Flag,
  Id,
  LocationIds,
  optional,
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

/** Statuses of orders that count in figures and in the rows behind them. */
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

export const OrderNumber = () => Type.String({ description: 'Number on the receipt or invoice' });

export const PurchasedAt = () => Timestamp('Time of purchase; the order belongs to its local day');

const itemFields = {
  id: RecordId(),
  type: Type.Enum(ITEM_TYPES, {
    description:
      '`product` and `rounding` are turnover. The others are not: `gift_card` and `prepayment` are paid in advance, `tip` is ' +
      'for the staff, `invoice_payment` pays an earlier invoice, and `other` is anything else that is not turnover',
  }),
  product_id: nullable(RecordId('Id of the product; `null` if the item is not a product of the catalog')),
  sku: nullable(Type.String({ description: 'SKU at the time of sale; `null` if there was none' })),
  title: Type.String(),
  product_group_id: nullable(
    RecordId('Turnover group at the time of sale, see GET /api/turnover-groups; `null` if the type is not `product`'),
  ),
  product_group_code: nullable(
    Type.String({ description: 'Code of the revenue ledger of the group; `null` without a group' }),
  ),
  quantity: Type.Number({ description: 'Quantity; negative for a return, never 0' }),
  ppu: Euros('Price per unit excluding VAT, at most 4 decimals'),
  ppu_wt: Euros('Price per unit including VAT, at most 4 decimals'),
  discount_value_wt: Euros('Discount including VAT'),
  discount_value_ex_wt: Euros('Discount excluding VAT'),
  value_wt: Euros('Quantity times price, minus discount, including VAT'),
  value_ex_wt: Euros('Quantity times price, minus discount, excluding VAT'),
  tax_rate_id: nullable(RecordId('VAT rate, see GET /api/tax-rates; `null` for other types than `product`')),
  cost_value_ex: KnownEuros('Cost of the item, with the sign of the quantity'),
};

/** A discounted sale of one product, paid by card. All examples in the API description are about it. */
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

export const OrderItem = NamedRecord('OrderItem', itemFields, orderItemExample, 'An item of an order');

export type OrderItem = Static<typeof OrderItem>;

const paymentFields = {
  id: RecordId(),
  ...methodFields,
  amount: Euros('Amount paid minus change; negative for a repayment'),
  date_paid: Known(Timestamp('Time of payment')),
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
        '`processing`, `complete` and `refunded` count in figures. `refunded` and `cancelled` are final. `complete` can only ' +
        'change to `refunded`',
    }),
  ),
  shop_id: ShopId(),
  location_id: nullable(RecordId('Location of the shop; `null` for a webshop without a location')),
  currency: Currency(),
  value_wt: Euros('Sum of the items including VAT'),
  value_ex_wt: Euros('Sum of the items excluding VAT'),
  discount_value_wt: KnownEuros('Sum of the discounts including VAT'),
  discount_value_ex_wt: KnownEuros('Sum of the discounts excluding VAT'),
  customer_id: nullable(RecordId('Id of the customer; `null` if the customer is unknown')),
  customer_name: PersonalText('Customer name; empty if the customer is unknown'),
  customer_email: PersonalText('Customer e-mail address; empty if the customer is unknown'),
  is_paid: Known(
    Type.Boolean({
      description:
        'Whether the order is paid. Direct orders that count always are. An invoice order is once a later order settles it',
    }),
  ),
  payment_term: Known(
    Type.Enum(PAYMENT_TERMS, {
      description:
        '`direct`: paid immediately, by its own payments. `invoice`: paid later, by an item of another order',
    }),
  ),
  backoffice_url: Type.String({
    description: 'Address of the order in the back office; empty if there is none',
  }),
});

export type OrderRow = Static<typeof OrderRow>;

const purchase = { order_number: '2026-50231', date_purchased: '2026-10-01T10:15:00+02:00', shop_id: 4 };

/** Fields of both orders and discounted orders. */
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

/** An order row, with items and payments if `include` requests them. */
export const Order = NamedRecord(
  'Order',
  {
    ...OrderRow.properties,
    items: Type.Optional(Type.Array(OrderItem, { description: 'Items; only if `include` requests them' })),
    payments: Type.Optional(Type.Array(OrderPayment, { description: 'Payments; only if `include` requests them' })),
  },
  orderExample,
  'An order of any status',
);

export type Order = Static<typeof Order>;

export const OrderWithDetails = NamedRecord(
  'OrderWithDetails',
  {
    ...OrderRow.properties,
    items: nullable(Type.Array(OrderItem, { description: 'All items; `null` if the platform does not return them' })),
    payments: nullable(
      Type.Array(OrderPayment, {
        description: 'Payments of the order; empty for an invoice order; `null` if the platform does not return them',
      }),
    ),
  },
  { ...orderExample, items: [orderItemExample], payments: [orderPaymentExample] },
  'An order with its items and payments',
);

export type OrderWithDetails = Static<typeof OrderWithDetails>;

/** The order of an item or payment in a separate list. */
export const OrderReference = Type.Object({
  order_id: RecordId('Id of the order, see GET /api/orders/{id}'),
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
    cancelled_orders: Type.Integer({ description: 'Number of cancelled orders, which are included in `total`' }),
    cancelled_value_wt: Euros('Share of cancelled orders in `value_wt`'),
    uncounted_orders: Type.Integer({
      description: 'Number of new, on-hold and cancelled orders, which are included in `total` but in no report',
    }),
    uncounted_value_wt: Euros('Share of these orders in `value_wt`, which is not turnover'),
    non_revenue_wt: KnownEuros(
      'Items of the other orders that are not turnover, such as gift cards, tips and payments of invoices. `value_wt` minus ' +
        'this and minus `uncounted_value_wt` is the turnover including VAT',
    ),
    excluded_other_currency: optional(
      Type.Integer({
        description: 'Number of orders in currencies other than EUR, which no sum includes; absent if there are none',
      }),
    ),
  },
  {
    ...{ value_wt: 13.5, value_ex_wt: 11.16, discount_value_wt: 1.5, discount_value_ex_wt: 1.24 },
    ...{ cancelled_orders: 0, cancelled_value_wt: 0, uncounted_orders: 0, uncounted_value_wt: 0, non_revenue_wt: 0 },
  },
  'Sums of all orders of every status that match the filters',
);

export type OrderSums = Static<typeof OrderSums>;

export const MAX_ORDERS = 250;

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
  summary: 'List orders',
  description:
    'Lists orders of every status, sorted by purchase and id, or by `sort`. `shop` sorts by shop title. Orders of unknown ' +
    'customers are last by `customer_name` in both directions. `include` adds items and payments. A return is a separate ' +
    'order with negative quantities, dated when it happened; the values of a past order never change. `sums` are over all ' +
    'matching orders, not only this page, with the shares that are not turnover; `null` if the platform does not return ' +
    'them. Orders with status `processing`, `complete` or `refunded` count in figures.',
  query: Type.Object({
    ...daysQuery,
    shop_id: optional(ShopIds()),
    location_id: optional(LocationIds()),
    status: optional(ChoiceList(ORDER_STATUSES, 'Only orders with one of these statuses')),
    payment_term: optional(Choice(PAYMENT_TERMS, 'Only orders with this payment term')),
    is_paid: optional(Flag('Only paid (true) or unpaid (false) orders')),
    as_of: optional(
      Day(
        'Requires `is_paid`: whether an order was paid at the end of this day. Default: now. For a paid ' +
          'invoice, `date_updated` counts as its payment date, so an invoice that changed after its payment may count as ' +
          'unpaid for too long',
      ),
    ),
    customer_id: optional(Id('Only orders of this customer', 20254)),
    q: optional(
      SearchText(
        'Start of the order number, with or without separators, words of the customer name, or `value_wt`: `110,65` and ' +
          '`110.65` match that amount, `110,-` matches 110.00, `110` matches 110.00 to 110.99, and `110,6` matches 110.60 to ' +
          '110.69',
        '2026-502',
        'words',
      ),
    ),
    sort: optional(Sort(ORDER_SORTS)),
    include: optional(ChoiceList(ORDER_INCLUDES, 'Parts to add to each order')),
    ...createPageQuery(MAX_ORDERS),
  }),
  response: Type.Object({ ...PageOf(Order).properties, sums: nullable(OrderSums) }),
});

export const readOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  access: 'user',
  operation: 'readOrder',
  tag: 'Orders',
  summary: 'Retrieve an order',
  description:
    'Returns an order as in the list, with items and payments. For a user with a locked location, orders of other shops return 404.',
  implements: 'GET /api/orders; 404 of Errors',
  id: 'Id of an order of the account',
  response: OrderWithDetails,
});

export const orderReferenceExample = { order_id: 50_231, ...purchase };
