import { queryOptions, useQuery } from '@tanstack/react-query';
import { MAX_PRODUCT_SALES, type ProductSalesRow, readProductSales } from '../../../shared/contract/product-sales.ts';
import {
  type Comparison,
  getComparedPeriod,
  getElapsedPeriod,
  getLastComparedDay,
  getTodayComparison,
  type Period,
} from '../../../shared/periods.ts';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { rowKey, type SalesSearch } from './sales-figures.ts';

/** What was sold in the period that another one is compared with. */
export interface ComparedSales {
  readonly period: Period;
  /** What is said of today, of which the other period has no part. */
  readonly today: ReturnType<typeof getTodayComparison>;
  /** Turnover excluding VAT, in euros; 0 for a product that was not sold then. `undefined` while it is read, and if `tooMany`. */
  readonly turnoverOf: (row: ProductSalesRow) => number | undefined;
  /** The same of the days of the list that are compared. */
  readonly ownTurnoverOf: (row: ProductSalesRow) => number | undefined;
  readonly total: number | undefined;
  /** How many products were sold, if these are too many to compare each; the totals are still compared. */
  readonly tooMany: number | undefined;
  readonly ownTotal: number | undefined;
  /** The reading that failed; `null` while none has. */
  readonly failed: { readonly error: Error; readonly refetch: () => unknown } | null;
}

/** `null` if nothing is compared. Whole days are compared: of a period under way those up to yesterday, as in the report. */
export function useComparedSales(
  search: SalesSearch,
  compare: Comparison | undefined,
  listTotal: number | undefined,
): ComparedSales | null {
  const today = useToday();
  const last = getLastComparedDay(search, today);
  const period = getComparedPeriod(search, compare ?? 'before', last);
  const then = useQuery({ ...turnoversQuery({ ...search, ...period }), enabled: compare !== undefined });
  const ownPeriod = getElapsedPeriod(search, last);
  const isUnderWay = ownPeriod.to !== search.to;
  const own = useQuery({
    ...turnoversQuery({ ...search, ...ownPeriod }),
    enabled: compare !== undefined && isUnderWay,
  });
  if (compare === undefined) return null;
  const turnoverIn = (data: Turnovers | undefined) => (row: ProductSalesRow) =>
    data?.byRow ? (data.byRow.get(rowKey(row)) ?? 0) : undefined;
  return {
    period,
    today: getTodayComparison(search, today),
    total: then.data?.total,
    tooMany: [then, own].flatMap(({ data }) => (data && !data.byRow ? data.products : []))[0],
    ownTotal: isUnderWay ? own.data?.total : listTotal,
    turnoverOf: turnoverIn(then.data),
    ownTurnoverOf: isUnderWay ? turnoverIn(own.data) : ({ value }) => value,
    failed: [then, own].flatMap(({ error, refetch }) => (error ? { error, refetch } : []))[0] ?? null,
  };
}

interface Turnovers {
  /** `null` if there are more than `MAX_COMPARED`. */
  readonly byRow: ReadonlyMap<number | string, number> | null;
  readonly products: number;
  readonly total: number;
}

/** Products that one comparison reads: 20 calls. */
const MAX_COMPARED = 20 * MAX_PRODUCT_SALES;

/** The turnover of every product that was sold, page by page. */
function turnoversQuery({ sort: _, ...search }: SalesSearch) {
  return queryOptions({
    queryKey: ['product-sales', 'turnovers', search],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }): Promise<Turnovers> => {
      const byRow = new Map<number | string, number>();
      for (let start = 0; ; ) {
        const query = { ...search, start, limit: MAX_PRODUCT_SALES };
        const { data, total, sums } = await readApi(readProductSales, { query, signal });
        const known = { products: total, total: sums.value };
        if (total > MAX_COMPARED) return { ...known, byRow: null };
        for (const row of data) byRow.set(rowKey(row), row.value);
        start += data.length;
        if (data.length === 0 || start >= total) return { ...known, byRow };
      }
    },
  });
}
