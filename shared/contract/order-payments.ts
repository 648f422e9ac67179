import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { ofOrderExample, orderPaymentExample } from './order-examples.ts';
import { OfOrder, OrderPayment } from './orders.ts';
import { FirstDay, Id, LastDay, Limit, optional, Start } from './query.ts';
import { Euros, NamedRecord, PageOf } from './values.ts';

export const ORDER_PAYMENTS_CAP = 250;

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
  documentation: {
    operation: 'listOrderPayments',
    tag: 'Orders',
    summary: 'Payments of direct orders that count',
    description:
      'The payments behind `payment_methods` of the financial report, each with its order, by the day of the ' +
      'purchase. `sums` are over all payments that the filters select, not over the page. Internal methods occur ' +
      'here that `GET /api/payment-methods` does not list: each row has the title and `type_alias` of its own.',
    implements: 'Further endpoints (report family: payments)',
  },
  query: Type.Object({
    from: FirstDay(),
    to: LastDay(),
    location_id: optional(Id('Only shops of this location', 3)),
    shop_id: optional(Id('Only this shop', 4)),
    provider_method_type_id: optional(Id('Only this payment method, internal ones included', 5)),
    start: Start(),
    limit: Limit(ORDER_PAYMENTS_CAP),
  }),
  response: Type.Object({ ...PageOf(OrderPaymentRow).properties, sums: OrderPaymentSums }),
});
