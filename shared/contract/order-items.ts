import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ITEM_TYPES, OfOrder, OrderItem, PAYMENT_TERMS } from './orders.ts';
import { Choice, Day, Flag, Id, Limit, optional, Start } from './query.ts';
import { Euros, PageOf } from './values.ts';

export const ITEM_SIGNS = ['positive', 'negative'] as const;
export const ORDER_ITEMS_CAP = 250;

/** An item of an order that counts, with the order it belongs to. */
export const OrderItemRow = Type.Object({
  ...OrderItem.properties,
  ...OfOrder.properties,
});
export type OrderItemRow = Static<typeof OrderItemRow>;

/** Sums over all rows that the filters select, not over the page. */
export const OrderItemSums = Type.Object({
  quantity: Type.Number(),
  value: Euros('Excluding VAT'),
  value_wt: Euros('Including VAT'),
  cost: Euros('Excluding VAT'),
});
export type OrderItemSums = Static<typeof OrderItemSums>;

/** The items behind a figure of the financial report. `sign` is that of the quantity. */
export const listOrderItems = defineEndpoint({
  method: 'GET',
  path: '/api/order-items',
  access: 'user',
  query: Type.Object({
    from: Day(),
    to: optional(Day()),
    location_id: optional(Id()),
    shop_id: optional(Id()),
    type: optional(Choice(ITEM_TYPES)),
    sign: optional(Choice(ITEM_SIGNS)),
    tax_rate_id: optional(Id()),
    product_group_id: optional(Id()),
    product_id: optional(Id()),
    payment_term: optional(Choice(PAYMENT_TERMS)),
    is_paid: optional(Flag()),
    start: Start(),
    limit: Limit(ORDER_ITEMS_CAP),
  }),
  response: Type.Object({ ...PageOf(OrderItemRow).properties, sums: OrderItemSums }),
});
