import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { readTurnoverByDay, type TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../shared/periods.ts';
import { ApiFailure, readApi } from '../host/api-client.ts';
import { type Place, toPlaceFilters } from './shops.ts';

type ReportFilters = Period & Place;

/** The report of a period. While another one is read, the previous one stays as placeholder data. */
export function financialReportQuery({ from, to, shopIds, locationIds }: ReportFilters) {
  const query = { from, to, ...toPlaceFilters({ shopIds, locationIds }) };
  return queryOptions({
    queryKey: ['financial-report', query],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(readFinancialReport, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

interface BegunDaysFilters extends Place {
  readonly days: readonly CalendarDate[];
  /** Local time, such as `14:15`. */
  readonly until: string;
}

/**
 * The figures of days up to a local time; `null` for a day that the platform gives only as a whole. While a later time
 * is read, the previous figures stay as placeholder data.
 */
export function begunDaysQuery({ days, until, shopIds, locationIds }: BegunDaysFilters) {
  const place = toPlaceFilters({ shopIds, locationIds });
  const queryKey = ['turnover-by-day', 'begun', { days, ...place }, until] as const;
  return queryOptions({
    queryKey,
    meta: { follows: ['orders'] },
    async queryFn({ signal }) {
      return { until, days: new Map(await Promise.all(days.map(readBegunDay))) };

      async function readBegunDay(day: CalendarDate): Promise<readonly [CalendarDate, TurnoverDay | null]> {
        const query = { from: day, to: day, until, ...place };
        try {
          const answer = await readApi(readTurnoverByDay, { query, signal });
          return [day, (answer.until === until && answer.data[0]) || null];
        } catch (error) {
          if (error instanceof ApiFailure && error.status === 400) return [day, null];
          throw error;
        }
      }
    },
    placeholderData: (previous, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(queryKey.slice(0, -1)) ? previous : undefined,
  });
}

/** The figures of every day of a period, including future days. */
export function turnoverByDayQuery({ from, to, shopIds, locationIds }: ReportFilters) {
  const query = { from, to, ...toPlaceFilters({ shopIds, locationIds }) };
  return queryOptions({
    queryKey: ['turnover-by-day', query],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(readTurnoverByDay, { query, signal }),
  });
}
