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
    status: Type.String({ description: 'Status as in GET /api/orders' }),
    shop_id: ShopId(),
    currency: Currency(),
    value_wt: Euros('Order value including VAT'),
    value_ex_wt: Euros('Order value excluding VAT'),
    discount_value_wt: Euros('Discounts of its items including VAT; negative if a return takes them back'),
    discount_value_ex_wt: Euros('Discounts of its items excluding VAT; negative if a return takes them back'),
    sold_before_discount_wt: KnownEuros(
      'Value before discount, including VAT, of sold items: type `product`, `gift_card` or `other` with a quantity above 0. ' +
        '`discount_value_wt` divided by it is the discount percentage',
    ),
    customer_name: PersonalText('Customer name; empty if the customer is unknown'),
    customer_email: PersonalText('Customer e-mail address; empty if the customer is unknown'),
    backoffice_url: Type.String({
      description: 'Address of the order in the back office; empty if there is none',
    }),
  },
  { ...saleExample, sold_before_discount_wt: 15 },
  'An order with a discount',
);
export type DiscountOrder = Static<typeof DiscountOrder>;

/** Number of orders per call to the platform. A longer list takes several. */
export const DISCOUNT_ORDERS_BATCH = 100;

export const MAX_DISCOUNT_PERCENTAGE = 100;

/** In euros. */
export const MAX_DISCOUNT_BOUND = 999_999_999;

/** Orders with a discount. Returns the whole range in one answer. */
export const listDiscountOrders = defineEndpoint({
  method: 'GET',
  path: '/api/discount-orders',
  access: 'user',
  operation: 'listDiscountOrders',
  tag: 'Orders',
  summary: 'List discounted orders',
  description:
    'Returns all discounted orders of the range in one answer, sorted by purchase and id. `count` and `total` are both the ' +
    'number of rows. By default, only positive discounts are included; `include_negative` adds negative ones, and ' +
    '`only_negative` returns only those and takes precedence. Orders of every status are included unless `only_counting` ' +
    'is true. An order must match all filters.',
  query: Type.Object({
    ...daysQuery,
    shop_id: optional(ShopIds()),
    location_id: optional(LocationIds()),
    only_full: optional(Flag('Only orders with a value of 0 including VAT')),
    include_negative: optional(
      Flag('Include negative discounts, such as those taken back by a return; ignored if `only_negative` is true'),
    ),
    only_negative: optional(Flag('Only negative discounts, regardless of `include_negative`')),
    only_counting: optional(Flag('Only counted orders, without new, on-hold and cancelled ones')),
    hide_rounding: optional(Flag('Leave out orders whose only discount is a rounding of at most 5 cents')),
    min_percentage: optional(
      Decimal(
        'Only discounts of at least this percentage of `sold_before_discount_wt`; never matches negative discounts',
        MAX_DISCOUNT_PERCENTAGE,
        50,
      ),
    ),
    min_discount_wt: optional(
      Decimal('Only discounts with an absolute value of at least this amount, including VAT', MAX_DISCOUNT_BOUND, 12.5),
    ),
  }),
  response: Type.Object({
    ...ListOf(DiscountOrder).properties,
    ...echoedRange,
    shop_id: nullable(RecordId('The requested shop; `null` for all or several')),
    shop_ids: optional(
      Type.Array(RecordId(), { description: 'The requested shops, if there are several', examples: [[4, 5]] }),
    ),
  }),
});
