import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { FinancialReport, limitedTo } from './financial-report.ts';
import { financialReportExample } from './financial-report-example.ts';
import { Day, placeQuery } from './query.ts';
import { CalendarDay, Euros, NamedRecord, nullable } from './values.ts';

export const DayClosing = NamedRecord(
  'DayClosing',
  {
    date: CalendarDay('The local day that is closed'),
    ...limitedTo,
    orders: Type.Integer({ description: 'Orders that count, returns among them' }),
    returns: Type.Integer({ description: 'Those of them in which a product came back' }),
    discounted_orders: Type.Integer({ description: 'Those of them with a discount above 0' }),
    discount_value_wt: Euros('Discounts given, less those taken back, including VAT'),
    uncounted_orders: nullable(
      Type.Integer({
        description:
          'Orders of the day that are new, on hold or cancelled, which no other figure counts; null where the platform ' +
          'does not say',
      }),
    ),
    uncounted_value_wt: nullable(Euros('Their sum including VAT')),
    first_order_number: nullable(
      Type.String({ description: 'Of the first order of the day that counts; null without any' }),
    ),
    last_order_number: nullable(Type.String({ description: 'Of the last order of the day that counts' })),
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
  'Counts of one day with its financial report',
);
export type DayClosing = Static<typeof DayClosing>;

export const readDayClosing = defineEndpoint({
  method: 'GET',
  path: '/api/reports/day-closing',
  access: 'user',
  operation: 'readDayClosing',
  tag: 'Reports',
  summary: 'Closing of one day',
  description: 'The financial report of one local day with the counts that a closing asks for, read at one moment.',
  implements: 'Further endpoints (report family: day closing)',
  query: Type.Object({
    date: Day('The day'),
    ...placeQuery,
  }),
  response: DayClosing,
});
