import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { readTurnoverByDay, type TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../shared/periods.ts';
import { ApiFailure, readApi } from '../host/api-client.ts';

interface ReportFilters extends Period {
  /** Null for all locations that the user sees. */
  readonly locationIds: number[] | null;
}

/** The report of a period. While another one is being read, the previous one stays as placeholder data. */
export function financialReportQuery({ from, to, locationIds }: ReportFilters) {
  return queryOptions({
    queryKey: ['financial-report', { from, to, locationIds }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readFinancialReport, { query: { from, to, location_id: locationIds ?? undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}

interface BegunDaysFilters {
  readonly days: readonly CalendarDate[];
  /** Local time, `14:15`. */
  readonly until: string;
  readonly locationIds: number[] | null;
}

/**
 * The figures of days up to a local time; null for one that the platform gives whole alone. While those up to a later
 * time are being read, the previous ones stay as placeholder data.
 */
export function begunDaysQuery({ days, until, locationIds }: BegunDaysFilters) {
  const queryKey = ['turnover-by-day', 'begun', { days, locationIds }, until] as const;
  return queryOptions({
    queryKey,
    meta: { follows: ['orders'] },
    async queryFn({ signal }) {
      return { until, days: new Map(await Promise.all(days.map(readBegunDay))) };

      async function readBegunDay(day: CalendarDate): Promise<readonly [CalendarDate, TurnoverDay | null]> {
        const query = { from: day, to: day, until, location_id: locationIds ?? undefined };
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

/** The figures of every day of a period, days to come included. */
export function turnoverByDayQuery({ from, to, locationIds }: ReportFilters) {
  return queryOptions({
    queryKey: ['turnover-by-day', { from, to, locationIds }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readTurnoverByDay, { query: { from, to, location_id: locationIds ?? undefined }, signal }),
  });
}
