import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { FinancialReport, scopeFields } from './financial-report.ts';
import { financialReportExample } from './financial-report-example.ts';
import { Day, scopeQuery } from './query.ts';
import { CalendarDay, Euros, NamedRecord, nullable } from './values.ts';

export const DayClosing = NamedRecord(
  'DayClosing',
  {
    date: CalendarDay('Local date of the closing'),
    ...scopeFields,
    orders: Type.Integer({ description: 'Number of counted orders, including returns' }),
    returns: Type.Integer({ description: 'Number of these orders with a returned product' }),
    discounted_orders: Type.Integer({ description: 'Number of these orders with a discount above 0' }),
    discount_value_wt: Euros('Discounts given minus discounts taken back, including VAT'),
    uncounted_orders: nullable(
      Type.Integer({
        description:
          'Number of new, on-hold and cancelled orders of the day, which no other figure includes; `null` if the platform ' +
          'does not return it',
      }),
    ),
    uncounted_value_wt: nullable(Euros('Value of these orders including VAT')),
    first_order_number: nullable(
      Type.String({ description: 'Number of the first counted order of the day; `null` if there is none' }),
    ),
    last_order_number: nullable(
      Type.String({ description: 'Number of the last counted order of the day; `null` if there is none' }),
    ),
    report: FinancialReport,
  },
  {
    date: '2026-10-01',
    location_id: null,
    shop_id: null,
    orders: 5,
    returns: 1,
    discounted_orders: 1,
    discount_value_wt: 1.5,
    uncounted_orders: 0,
    uncounted_value_wt: 0,
    first_order_number: '2026-50231',
    last_order_number: '2026-50235',
    report: financialReportExample,
  },
  'Order counts of one day with its financial report',
);
export type DayClosing = Static<typeof DayClosing>;

export const readDayClosing = defineEndpoint({
  method: 'GET',
  path: '/api/reports/day-closing',
  access: 'user',
  operation: 'readDayClosing',
  tag: 'Reports',
  summary: 'Retrieve a day closing',
  description:
    'Returns the financial report of one local day with the order counts for a closing, all read from the same snapshot.',
  implements: 'Further endpoints (report family: day closing)',
  query: Type.Object({
    date: Day('Date of the closing'),
    ...scopeQuery,
  }),
  response: DayClosing,
});
