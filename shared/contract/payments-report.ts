import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { FirstDay, Id, LastDay, optional } from './query.ts';
import { CalendarDay, Euros, ListOf, NamedRecord, RecordId } from './values.ts';

const ofMethod = {
  provider_method_type_id: RecordId(),
  title: Type.String(),
  type_alias: Type.String(),
  payments: Type.Integer({ description: 'Number of payments' }),
  amount: Euros('Net of change'),
};

export const PaymentsOfDay = NamedRecord(
  'PaymentsOfDay',
  { date: CalendarDay(), ...ofMethod },
  {
    date: '2026-10-01',
    provider_method_type_id: 5,
    title: 'Pinpas',
    type_alias: 'pin',
    payments: 27,
    amount: 912.4,
  },
);
export type PaymentsOfDay = Static<typeof PaymentsOfDay>;

export const PaymentsOfMethod = NamedRecord('PaymentsOfMethod', ofMethod, {
  provider_method_type_id: 5,
  title: 'Pinpas',
  type_alias: 'pin',
  payments: 27,
  amount: 912.4,
});
export type PaymentsOfMethod = Static<typeof PaymentsOfMethod>;

export const readPaymentsReport = defineEndpoint({
  method: 'GET',
  path: '/api/reports/payments',
  access: 'user',
  documentation: {
    operation: 'readPaymentsReport',
    tag: 'Reports',
    summary: 'Payments of each day and method',
    description:
      'Payments of direct orders that count, by the local day of the purchase and by method; days and methods ' +
      'without payments are left out. Rows by day, title and id. `totals` has one row per method by title and id; ' +
      'its amounts are those of `payment_methods` in the financial report.',
    implements: 'Further endpoints (report family: payments)',
  },
  query: Type.Object({
    from: FirstDay(),
    to: LastDay(),
    location_id: optional(Id('Only shops of this location', 3)),
  }),
  response: Type.Object({
    from: CalendarDay(),
    to: CalendarDay(),
    ...ListOf(PaymentsOfDay).properties,
    totals: Type.Array(PaymentsOfMethod),
  }),
});
