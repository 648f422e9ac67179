import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { optional, reportQuery, TimeOfDay } from './query.ts';
import { CalendarDay, Euros, echoedRange, KnownEuros, ListOf, NamedRecord } from './values.ts';

export const TurnoverDay = NamedRecord(
  'TurnoverDay',
  {
    date: CalendarDay('Local date'),
    orders: Type.Integer({ description: 'Number of counted orders, including returns' }),
    returns: Type.Integer({ description: 'Number of these orders with a returned product' }),
    turnover: Euros('Sales minus returns and differences, excluding VAT'),
    turnover_wt: Euros('Sales minus returns and differences, including VAT'),
    discount_value_wt: Euros('Discounts given minus discounts taken back, including VAT'),
    cost: KnownEuros('Cost of goods sold, excluding VAT'),
  },
  {
    date: '2026-10-01',
    orders: 41,
    returns: 2,
    turnover: 1204.13,
    turnover_wt: 1431.2,
    discount_value_wt: 38.5,
    cost: 655.4,
  },
  'Figures of one day',
);
export type TurnoverDay = Static<typeof TurnoverDay>;

/** Maximum number of days per call, a little more than ten years. */
export const MAX_TURNOVER_DAYS = 3_660;

export const readTurnoverByDay = defineEndpoint({
  method: 'GET',
  path: '/api/reports/turnover-by-day',
  access: 'user',
  operation: 'readTurnoverByDay',
  tag: 'Reports',
  summary: 'Retrieve turnover by day',
  description:
    'Returns one row for every local day of the period, including days without orders, in euros. Definitions are those of ' +
    'the financial report, so that the days add up to its figures. With `until`, only orders before that time count on ' +
    `the last day, and the answer repeats the time. More than ${MAX_TURNOVER_DAYS} days return 400.`,
  implements: 'Further endpoints (report family)',
  query: Type.Object({
    ...reportQuery,
    until: optional(TimeOfDay('Local time before which orders count on the last day')),
  }),
  response: Type.Object({
    ...echoedRange,
    until: optional(
      Type.String({
        description: 'The requested time; absent if the whole last day counts',
        examples: ['14:30'],
      }),
    ),
    ...ListOf(TurnoverDay).properties,
  }),
});
