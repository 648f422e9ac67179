import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { methodFields } from './payment-methods.ts';
import { reportQuery } from './query.ts';
import { CalendarDay, Euros, echoedRange, ListOf, NamedRecord } from './values.ts';

const ofMethod = {
  ...methodFields,
  payments: Type.Integer({ description: 'Number of payments' }),
  amount: Euros('Their sum, less change'),
};

const ofMethodExample = {
  provider_method_type_id: 5,
  title: 'Pinpas',
  type_alias: 'pin',
  payments: 27,
  amount: 912.4,
};

export const PaymentsOfDay = NamedRecord(
  'PaymentsOfDay',
  { date: CalendarDay('Local day of the purchase'), ...ofMethod },
  { date: '2026-10-01', ...ofMethodExample },
  'Payments of one day by one method',
);
export type PaymentsOfDay = Static<typeof PaymentsOfDay>;

export const PaymentsOfMethod = NamedRecord(
  'PaymentsOfMethod',
  ofMethod,
  ofMethodExample,
  'Payments of the whole range by one method',
);
export type PaymentsOfMethod = Static<typeof PaymentsOfMethod>;

export const readPaymentsReport = defineEndpoint({
  method: 'GET',
  path: '/api/reports/payments',
  access: 'user',
  operation: 'readPaymentsReport',
  tag: 'Reports',
  summary: 'Payments of each day and method',
  description:
    'Payments of direct orders that count, by the local day of the purchase and by method; days and methods ' +
    'without payments are left out. Rows by day, title and id. `totals` has one row per method by title and id; ' +
    'its amounts are those of `payment_methods` in the financial report. Internal methods, which ' +
    '`GET /api/payment-methods` does not list, have rows as well.',
  implements: 'Further endpoints (report family: payments)',
  query: Type.Object({
    ...reportQuery,
  }),
  response: Type.Object({
    ...echoedRange,
    ...ListOf(PaymentsOfDay).properties,
    totals: Type.Array(PaymentsOfMethod, { description: 'The whole range by method' }),
  }),
});
