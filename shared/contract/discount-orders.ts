import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { Day, Flag, Id, optional } from './query.ts';
import { CalendarDay, Euros, nullable, RecordId, Timestamp } from './values.ts';

export const DiscountOrder = Type.Object({
  id: RecordId(),
  order_number: Type.String(),
  date_purchased: Timestamp(),
  status: Type.String(),
  shop_id: RecordId(),
  currency: Type.String(),
  value_wt: Euros('Order value including VAT'),
  value_ex_wt: Euros('Order value excluding VAT'),
  discount_value_wt: Euros('Discount including VAT'),
  discount_value_ex_wt: Euros('Discount excluding VAT'),
  customer_name: Type.String(),
  customer_email: Type.String(),
  backoffice_url: Type.String(),
});
export type DiscountOrder = Static<typeof DiscountOrder>;

/** Orders that the platform gives per call; a longer list takes several. */
export const DISCOUNT_ORDERS_BATCH = 100;

/**
 * Orders with a discount, the whole range in one answer. Positive discounts only, unless `include_negative`;
 * `only_full` keeps those whose value including VAT is 0.
 */
export const listDiscountOrders = defineEndpoint({
  method: 'GET',
  path: '/api/discount-orders',
  access: 'user',
  query: Type.Object({
    from: Day(),
    to: optional(Day()),
    shop_id: optional(Id()),
    only_full: optional(Flag()),
    include_negative: optional(Flag()),
  }),
  response: Type.Object({
    count: Type.Integer(),
    total: Type.Integer(),
    from: CalendarDay(),
    to: CalendarDay(),
    shop_id: nullable(RecordId()),
    data: Type.Array(DiscountOrder),
  }),
});
