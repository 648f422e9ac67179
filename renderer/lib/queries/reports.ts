import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { readTurnoverByDay } from '../../../shared/contract/turnover-by-day.ts';
import type { Period } from '../../../shared/periods.ts';
import { readApi } from '../host/api-client.ts';

interface ReportFilters extends Period {
  /** Null for all locations that the user sees. */
  readonly locationId: number | null;
}

/** The report of a period. While another one is being read, the previous one stays as placeholder data. */
export function financialReportQuery({ from, to, locationId }: ReportFilters) {
  return queryOptions({
    queryKey: ['financial-report', { from, to, locationId }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readFinancialReport, { query: { from, to, location_id: locationId ?? undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The figures of every day of a period, days to come included. */
export function turnoverByDayQuery({ from, to, locationId }: ReportFilters) {
  return queryOptions({
    queryKey: ['turnover-by-day', { from, to, locationId }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readTurnoverByDay, { query: { from, to, location_id: locationId ?? undefined }, signal }),
  });
}
