import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { methodFields } from './payment-methods.ts';
import { reportQuery } from './query.ts';
import { CalendarDay, Euros, echoedRange, ListOf, NamedRecord } from './values.ts';

const methodSums = {
  ...methodFields,
  payments: Type.Integer({ description: 'Number of payments' }),
  amount: Euros('Sum of the payments minus change'),
};

const methodSumsExample = {
  provider_method_type_id: 5,
  title: 'Pinpas',
  type_alias: 'pin',
  payments: 27,
  amount: 912.4,
};

export const PaymentsOfDay = NamedRecord(
  'PaymentsOfDay',
  { date: CalendarDay('Local date of purchase'), ...methodSums },
  { date: '2026-10-01', ...methodSumsExample },
  'Payments of one day by one method',
);
export type PaymentsOfDay = Static<typeof PaymentsOfDay>;

export const PaymentsOfMethod = NamedRecord(
  'PaymentsOfMethod',
  methodSums,
  methodSumsExample,
  'Payments of the period by one method',
);
export type PaymentsOfMethod = Static<typeof PaymentsOfMethod>;

export const readPaymentsReport = defineEndpoint({
  method: 'GET',
  path: '/api/reports/payments',
  access: 'user',
  operation: 'readPaymentsReport',
  tag: 'Reports',
  summary: 'Retrieve the payments report',
  description:
    'Sums payments of counted direct orders by local date of purchase and method. Dates and methods without payments are ' +
    'left out. Rows are sorted by date, title and id. `totals` has one row per method, sorted by title and id, with the ' +
    'amounts of `payment_methods` in the financial report. Includes internal methods, which `GET /api/payment-methods` ' +
    'does not list.',
  implements: 'Further endpoints (report family: payments)',
  query: Type.Object({
    ...reportQuery,
  }),
  response: Type.Object({
    ...echoedRange,
    ...ListOf(PaymentsOfDay).properties,
    totals: Type.Array(PaymentsOfMethod, { description: 'Totals of the period by method' }),
  }),
});
