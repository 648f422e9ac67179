import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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

interface BegunDayFilters {
  readonly day: CalendarDate;
  /** Local time, `14:15`. */
  readonly until: string;
  readonly locationIds: number[] | null;
}

/** The figures of a day up to a local time; null where the platform gives whole days alone. */
export function begunDayQuery({ day, until, locationIds }: BegunDayFilters) {
  return queryOptions({
    queryKey: ['turnover-by-day', 'begun', { day, until, locationIds }],
    meta: { follows: ['orders'] },
    async queryFn({ signal }): Promise<TurnoverDay | null> {
      const query = { from: day, to: day, until, location_id: locationIds ?? undefined };
      try {
        const answer = await readApi(readTurnoverByDay, { query, signal });
        return (answer.until === until && answer.data[0]) || null;
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 400) return null;
        throw error;
      }
    },
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
