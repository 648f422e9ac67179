import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { periodOf } from '../../../shared/periods.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { financialReportQuery } from '../../lib/queries/read-financial-report.ts';
import { turnoverByDayQuery } from '../../lib/queries/read-turnover-by-day.ts';
import { productCountQuery } from './api/count-products.ts';
import { unpaidInvoicesQuery } from './api/unpaid-invoices.ts';
import { daysToRead } from './overview-periods.ts';

/** Everything that the page asks, each question once; every section shows or fails by its own. */
export function useOverviewQueries(locationId: number | null) {
  const today = useToday();
  const { recent, lastYear } = daysToRead(today);
  const report = useQuery(financialReportQuery({ ...periodOf('this-month', today), locationId }));
  return {
    recent: useQuery(turnoverByDayQuery({ ...recent, locationId })),
    lastYear: useQuery(turnoverByDayQuery({ ...lastYear, locationId })),
    // The figures of another location would stand under the name of this one.
    report: { ...report, data: report.isPlaceholderData ? undefined : report.data },
    invoices: useQuery(unpaidInvoicesQuery({ today, locationId })),
    unpriced: useQuery(productCountQuery({ priced: false })),
    negativeStock: useQuery(productCountQuery({ stock: 'negative' })),
  };
}

export type OverviewQueries = ReturnType<typeof useOverviewQueries>;

/** What a section needs to know of a question, whatever the answer is. */
export type Question = Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'dataUpdatedAt' | 'refetch'>;
