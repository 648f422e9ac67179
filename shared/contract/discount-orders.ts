import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { OrderNumber, PurchasedAt, saleExample } from './orders.ts';
import { Decimal, daysQuery, Flag, LocationIds, optional, ShopIds } from './query.ts';
import {
  Currency,
  Euros,
  echoedRange,
  KnownEuros,
  ListOf,
  NamedRecord,
  nullable,
  PersonalText,
  RecordId,
  ShopId,
} from './values.ts';

export const DiscountOrder = NamedRecord(
  'DiscountOrder',
  {
    id: RecordId(),
    order_number: OrderNumber(),
    date_purchased: PurchasedAt(),
    status: Type.String({ description: 'One of those of GET /api/orders' }),
    shop_id: ShopId(),
    currency: Currency(),
    value_wt: Euros('Order value including VAT'),
    value_ex_wt: Euros('Order value excluding VAT'),
    discount_value_wt: Euros('Discounts of its items including VAT; below 0 where a return takes them back'),
    discount_value_ex_wt: Euros('Discounts of its items excluding VAT; below 0 where a return takes them back'),
    sold_before_discount_wt: KnownEuros(
      'Value before discount, including VAT, of the items that were sold: those of type `product`, `gift_card` or `other` ' +
        'with a quantity above 0. `discount_value_wt` divided by it is the discount percentage',
    ),
    customer_name: PersonalText('Empty for a sale to an unknown customer'),
    customer_email: PersonalText('Empty for a sale to an unknown customer'),
    backoffice_url: Type.String({
      description: "Opens the order in the user's back office; empty where the platform has no such page",
    }),
  },
  { ...saleExample, sold_before_discount_wt: 15 },
  'An order with a discount',
);
export type DiscountOrder = Static<typeof DiscountOrder>;

/** Orders that the platform gives per call; a longer list takes several. */
export const DISCOUNT_ORDERS_BATCH = 100;

export const MAX_DISCOUNT_PERCENTAGE = 100;

/** In euros. */
export const MAX_DISCOUNT_BOUND = 999_999_999;

/** Orders with a discount, the whole range in one answer. All filters hold at once. */
export const listDiscountOrders = defineEndpoint({
  method: 'GET',
  path: '/api/discount-orders',
  access: 'user',
  operation: 'listDiscountOrders',
  tag: 'Orders',
  summary: 'Orders with a discount',
  description:
    'The whole range in one answer, by purchase and then id; `count` and `total` are both the rows answered. ' +
    'Positive discounts only; positive and negative ones if `include_negative` is true; only negative ones if ' +
    '`only_negative` is true, which takes precedence. Orders of every status are listed, unless `only_counting` is true. ' +
    'All filters hold at once.',
  query: Type.Object({
    ...daysQuery,
    shop_id: optional(ShopIds()),
    location_id: optional(LocationIds()),
    only_full: optional(Flag('Only orders whose value including VAT is 0')),
    include_negative: optional(
      Flag('Negative discounts as well, such as those taken back by a return; no effect if `only_negative` is true'),
    ),
    only_negative: optional(Flag('Only negative discounts, whatever `include_negative` is')),
    only_counting: optional(Flag('Only orders that count in figures: not those that are new, on hold or cancelled')),
    hide_rounding: optional(Flag('Without orders whose only discount is a rounding of at most 5 cents')),
    min_percentage: optional(
      Decimal(
        'Only discounts of at least this percentage of `sold_before_discount_wt`, which a negative discount never is',
        MAX_DISCOUNT_PERCENTAGE,
        50,
      ),
    ),
    min_discount_wt: optional(
      Decimal('Only discounts of at least this amount including VAT, above or below 0', MAX_DISCOUNT_BOUND, 12.5),
    ),
  }),
  response: Type.Object({
    ...ListOf(DiscountOrder).properties,
    ...echoedRange,
    shop_id: nullable(RecordId('The shop that was asked for; null for all, and for several')),
    shop_ids: optional(
      Type.Array(RecordId(), { description: 'The shops, where several were asked for', examples: [[4, 5]] }),
    ),
  }),
});
