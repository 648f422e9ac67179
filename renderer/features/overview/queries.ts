import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type CalendarDate, formatTimestamp } from '../../../shared/calendar.ts';
import { listOrderItems } from '../../../shared/contract/order-rows.ts';
import { COUNTING_STATUSES, listOrders } from '../../../shared/contract/orders.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { getPeriod, MIN_DATE, type Period } from '../../../shared/periods.ts';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { begunDaysQuery, financialReportQuery, turnoverByDayQuery } from '../../lib/queries/reports.ts';
import { schedulesQuery } from '../../lib/queries/schedules.ts';
import { type Place, toPlaceFilters } from '../../lib/queries/shops.ts';
import { type BegunDays, type DayBefore, getDaysToRead, listDaysInProgress } from './overview-periods.ts';

/** All queries of the page. Each section loads and fails independently. */
export function useOverviewQueries({ shopIds, locationIds }: Place) {
  const place = { shopIds, locationIds };
  const today = useToday();
  const { recent, lastYear } = getDaysToRead(today);
  const report = useQuery(financialReportQuery({ ...getPeriod('this-month', today), ...place }));
  return {
    recent: useQuery(turnoverByDayQuery({ ...recent, ...place })),
    lastYear: useQuery(turnoverByDayQuery({ ...lastYear, ...place })),
    // Placeholder figures of another location would appear under the name of this one.
    report: { ...report, data: report.isPlaceholderData ? undefined : report.data },
    invoices: useQuery(unpaidInvoicesQuery({ today, ...place })),
    unpriced: useQuery(productCountQuery({ priced: false })),
    negativeStock: useQuery(productCountQuery({ stock: 'negative' })),
    schedules: useQuery(schedulesQuery),
  };
}

export type OverviewQueries = ReturnType<typeof useOverviewQueries>;

export type Question = Pick<UseQueryResult, 'isError' | 'isFetching' | 'error' | 'dataUpdatedAt' | 'refetch'>;

/**
 * The compared days, up to the minute in which today's figures were read. A day is compared as a whole if the platform
 * cannot cut it; all are if they could not be read.
 */
export function useBegunDays(
  { recent }: OverviewQueries,
  { shopIds, locationIds }: Place,
  dayBefore: DayBefore,
): BegunDays {
  const days = listDaysInProgress(useToday(), dayBefore);
  const until = formatTimestamp(recent.dataUpdatedAt).slice(11, 16);
  const { data, isError } = useQuery({
    ...begunDaysQuery({ days, until, shopIds, locationIds }),
    enabled: recent.dataUpdatedAt > 0,
  });
  return data ?? { until, days: new Map(isError ? days.map((day) => [day, null]) : []) };
}

/** The number of products that match the filters. */
function productCountQuery(filters: { readonly priced: false } | { readonly stock: 'negative' }) {
  return queryOptions({
    queryKey: ['product-count', filters],
    meta: { follows: ['products'] },
    queryFn: async ({ signal }) => {
      const { total } = await readApi(listProducts, { query: { ...filters, limit: 1 }, signal });
      return total;
    },
  });
}

interface UnpaidInvoices {
  readonly count: number;
  /** In euros, including VAT. */
  readonly sum: number;
  /** From the day of the oldest invoice to today; `null` if there are none. */
  readonly period: Period | null;
}

interface InvoiceFilters extends Place {
  readonly today: CalendarDate;
}

/** All unpaid invoices up to today. */
function unpaidInvoicesQuery(filters: InvoiceFilters) {
  return queryOptions({
    queryKey: ['unpaid-invoices', filters],
    meta: { follows: ['orders'] },
    queryFn: ({ signal }) => readUnpaidInvoices(filters, signal),
  });
}

async function readUnpaidInvoices({ today, ...place }: InvoiceFilters, signal: AbortSignal): Promise<UnpaidInvoices> {
  const unpaid = {
    from: MIN_DATE,
    to: today,
    ...toPlaceFilters(place),
    payment_term: 'invoice',
    is_paid: false,
    limit: 1,
  } as const;
  const [orders, items] = await Promise.all([
    readApi(listOrders, {
      query: { ...unpaid, status: [...COUNTING_STATUSES], sort: 'date_purchased' },
      signal,
    }),
    // The items of the same orders, as the API only lists items of orders that count.
    readApi(listOrderItems, { query: unpaid, signal }),
  ]);
  const oldest = orders.data[0];
  const period = oldest ? { from: oldest.date_purchased.slice(0, 10), to: today } : null;
  return { count: orders.total, sum: items.sums.value_wt, period };
}
