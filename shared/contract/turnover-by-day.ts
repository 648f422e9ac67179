import { type Static, Type } from 'typebox';
import { defineEndpoint } from './endpoint.ts';
import { optional, reportQuery, TimeOfDay } from './query.ts';
import { CalendarDay, Euros, echoedRange, KnownEuros, ListOf, NamedRecord } from './values.ts';

export const TurnoverDay = NamedRecord(
  'TurnoverDay',
  {
    date: CalendarDay('The local day'),
    orders: Type.Integer({ description: 'Orders that count, returns among them' }),
    returns: Type.Integer({ description: 'Those of them in which a product came back' }),
    turnover: Euros('Sales minus returns and differences, excluding VAT'),
    turnover_wt: Euros('Sales minus returns and differences, including VAT'),
    discount_value_wt: Euros('Discounts given, less those taken back, including VAT'),
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

/** Days that one call answers at most: ten years and a little. */
export const TURNOVER_DAYS_MAX = 3_660;

export const readTurnoverByDay = defineEndpoint({
  method: 'GET',
  path: '/api/reports/turnover-by-day',
  access: 'user',
  operation: 'readTurnoverByDay',
  tag: 'Reports',
  summary: 'Turnover of each day',
  description:
    'A row for every local day of the range, those without orders included; amounts are in euros. Definitions are those of the ' +
    'financial report, so that the days sum to its figures. With `until` the last day has its orders before that ' +
    `time alone, and the answer repeats the time. At most ${TURNOVER_DAYS_MAX} days; more is 400.`,
  implements: 'Further endpoints (report family)',
  query: Type.Object({
    ...reportQuery,
    until: optional(TimeOfDay('Of the last day only orders before this local time')),
  }),
  response: Type.Object({
    ...echoedRange,
    until: optional(
      Type.String({
        description: 'The time that was asked for; absent where the last day is whole',
        examples: ['14:30'],
      }),
    ),
    ...ListOf(TurnoverDay).properties,
  }),
});
