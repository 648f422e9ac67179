import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { OfOrder, OrderPayment } from './orders.ts';
import { Day, Id, Limit, optional, Start } from './query.ts';
import { Euros, PageOf } from './values.ts';

export const ORDER_PAYMENTS_CAP = 250;

/** A payment of a direct order that counts, with the order it belongs to. */
export const OrderPaymentRow = Type.Object({
  ...OrderPayment.properties,
  ...OfOrder.properties,
});
export type OrderPaymentRow = Static<typeof OrderPaymentRow>;

/** The payments behind `payment_methods` of the financial report, by the day of the purchase. */
export const listOrderPayments = defineEndpoint({
  method: 'GET',
  path: '/api/order-payments',
  access: 'user',
  query: Type.Object({
    from: Day(),
    to: optional(Day()),
    location_id: optional(Id()),
    shop_id: optional(Id()),
    provider_method_type_id: optional(Id()),
    start: Start(),
    limit: Limit(ORDER_PAYMENTS_CAP),
  }),
  response: Type.Object({ ...PageOf(OrderPaymentRow).properties, sums: Type.Object({ amount: Euros() }) }),
});
