import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Choice, ChoiceList, Day, Flag, Id, Limit, optional, SearchText, Start } from './query.ts';
import { Euros, nullable, PageOf, RecordId, Timestamp } from './values.ts';

export const ORDER_STATUSES = ['new', 'processing', 'on_hold', 'complete', 'refunded', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Orders with one of these statuses count in figures and in the rows behind them. */
export const COUNTING_STATUSES = [
  'processing',
  'complete',
  'refunded',
] as const satisfies readonly OrderStatus[];

export const PAYMENT_TERMS = ['direct', 'invoice'] as const;
export type PaymentTerm = (typeof PAYMENT_TERMS)[number];

export const ITEM_TYPES = [
  'product',
  'gift_card',
  'tip',
  'invoice_payment',
  'prepayment',
  'rounding',
] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

export const OrderItem = Type.Object({
  id: RecordId(),
  type: Type.Enum(ITEM_TYPES),
  product_id: nullable(RecordId()),
  sku: nullable(Type.String()),
  title: Type.String(),
  product_group_id: nullable(RecordId()),
  product_group_code: nullable(Type.String()),
  quantity: Type.Number({ description: 'Negative for a return, never 0' }),
  ppu: Euros('Price per unit excluding VAT'),
  ppu_wt: Euros('Price per unit including VAT'),
  discount_value_wt: Euros(),
  discount_value_ex_wt: Euros(),
  value_wt: Euros('Quantity times price, less discount, including VAT'),
  value_ex_wt: Euros('The same excluding VAT'),
  tax_rate_id: nullable(RecordId()),
  cost_value_ex: Euros('Cost of the line, with the sign of the quantity'),
});
export type OrderItem = Static<typeof OrderItem>;

export const OrderPayment = Type.Object({
  id: RecordId(),
  provider_method_type_id: RecordId(),
  title: Type.String(),
  type_alias: Type.String(),
  amount: Euros('Net of change'),
  date_paid: Timestamp(),
});
export type OrderPayment = Static<typeof OrderPayment>;

export const OrderRow = Type.Object({
  id: RecordId(),
  order_number: Type.String(),
  date_purchased: Timestamp(),
  date_updated: Timestamp(),
  status: Type.Enum(ORDER_STATUSES),
  shop_id: RecordId(),
  location_id: nullable(RecordId()),
  currency: Type.String(),
  value_wt: Euros(),
  value_ex_wt: Euros(),
  discount_value_wt: Euros(),
  discount_value_ex_wt: Euros(),
  customer_id: nullable(RecordId()),
  customer_name: Type.String({ description: 'Empty for a sale to an unknown customer' }),
  customer_email: Type.String({ description: 'Empty for a sale to an unknown customer' }),
  is_paid: Type.Boolean(),
  payment_term: Type.Enum(PAYMENT_TERMS),
  backoffice_url: Type.String({ description: "Opens the order in the user's back office" }),
});
export type OrderRow = Static<typeof OrderRow>;

/** An order row, with its items and payments where `include` asks for them. */
export const Order = Type.Object({
  ...OrderRow.properties,
  items: Type.Optional(Type.Array(OrderItem)),
  payments: Type.Optional(Type.Array(OrderPayment)),
});
export type Order = Static<typeof Order>;

export const OrderWithDetails = Type.Object({
  ...OrderRow.properties,
  items: Type.Array(OrderItem),
  payments: Type.Array(OrderPayment),
});
export type OrderWithDetails = Static<typeof OrderWithDetails>;

/** Names the order that an item or a payment belongs to, where these are listed by themselves. */
export const OfOrder = Type.Object({
  order_id: RecordId(),
  order_number: Type.String(),
  date_purchased: Timestamp(),
  shop_id: RecordId(),
});

export const ORDERS_CAP = 250;
export const ORDER_SORTS = ['date_purchased', '-date_purchased', 'value_wt', '-value_wt'] as const;
export const ORDER_INCLUDES = ['items', 'payments'] as const;

export const listOrders = defineEndpoint({
  method: 'GET',
  path: '/api/orders',
  access: 'user',
  query: Type.Object({
    from: Day(),
    to: optional(Day()),
    shop_id: optional(Id()),
    location_id: optional(Id()),
    status: optional(ChoiceList(ORDER_STATUSES)),
    payment_term: optional(Choice(PAYMENT_TERMS)),
    is_paid: optional(Flag()),
    q: optional(SearchText()),
    sort: optional(Choice(ORDER_SORTS)),
    include: optional(ChoiceList(ORDER_INCLUDES)),
    start: Start(),
    limit: Limit(ORDERS_CAP),
  }),
  response: PageOf(Order),
});

export const readOrder = defineEndpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  access: 'user',
  response: OrderWithDetails,
});
