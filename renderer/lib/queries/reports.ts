import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { readTurnoverByDay, type TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../shared/periods.ts';
import { ApiFailure, readApi } from '../host/api-client.ts';
import { type Place, placeQuery } from './shops.ts';

type ReportFilters = Period & Place;

/** The report of a period. While another one is being read, the previous one stays as placeholder data. */
export function financialReportQuery({ from, to, shopIds, locationIds }: ReportFilters) {
  const query = { from, to, ...placeQuery({ shopIds, locationIds }) };
  return queryOptions({
    queryKey: ['financial-report', query],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(readFinancialReport, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

interface BegunDayFilters extends Place {
  readonly day: CalendarDate;
  /** Local time, `14:15`. */
  readonly until: string;
}

/** The figures of a day up to a local time; null where the platform gives whole days alone. */
export function begunDayQuery({ day, until, shopIds, locationIds }: BegunDayFilters) {
  const query = { from: day, to: day, until, ...placeQuery({ shopIds, locationIds }) };
  return queryOptions({
    queryKey: ['turnover-by-day', 'begun', query],
    meta: { follows: ['orders'] },
    async queryFn({ signal }): Promise<TurnoverDay | null> {
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
export function turnoverByDayQuery({ from, to, shopIds, locationIds }: ReportFilters) {
  const query = { from, to, ...placeQuery({ shopIds, locationIds }) };
  return queryOptions({
    queryKey: ['turnover-by-day', query],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readApi(readTurnoverByDay, { query, signal }),
  });
}
