import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { Period } from '../../../shared/periods.ts';
import { readApi } from '../host/api-client.ts';

interface ReportFilters extends Period {
  /** Null for all locations that the user sees. */
  readonly locationId: number | null;
}

/** The report of a period. While another is being read, the one before stays, marked as placeholder data. */
export function financialReportQuery({ from, to, locationId }: ReportFilters) {
  return queryOptions({
    queryKey: ['financial-report', { from, to, locationId }],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) =>
      readApi(readFinancialReport, { query: { from, to, location_id: locationId ?? undefined }, signal }),
    placeholderData: keepPreviousData,
  });
}
