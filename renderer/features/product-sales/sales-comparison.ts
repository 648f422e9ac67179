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
import { getRowKey, type SalesSearch } from './sales-figures.ts';

/** The sales in the period of comparison. */
export interface ComparedSales {
  readonly period: Period;
  /** How today is treated, which the other period does not include. */
  readonly today: ReturnType<typeof getTodayComparison>;
  /**
   * Turnover excluding VAT in euros; 0 for a product without sales. `undefined` until it is read, and if there are
   * `tooMany`.
   */
  readonly getTurnover: (row: ProductSalesRow) => number | undefined;
  /** The same for the compared days of the list's own period. */
  readonly getOwnTurnover: (row: ProductSalesRow) => number | undefined;
  readonly total: number | undefined;
  /** The number of products, if there are too many to compare each one. Totals are still compared. */
  readonly tooMany: number | undefined;
  readonly ownTotal: number | undefined;
  /** The query that failed; `null` if none has. */
  readonly failed: { readonly error: Error; readonly refetch: () => unknown } | null;
}

/**
 * `null` if nothing is compared. Only complete days are compared: in a period in progress those up to yesterday, as in
 * the report.
 */
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
  const isInProgress = ownPeriod.to !== search.to;
  const own = useQuery({
    ...turnoversQuery({ ...search, ...ownPeriod }),
    enabled: compare !== undefined && isInProgress,
  });
  if (compare === undefined) return null;
  const createGetTurnover = (data: Turnovers | undefined) => (row: ProductSalesRow) =>
    data?.byRow ? (data.byRow.get(getRowKey(row)) ?? 0) : undefined;
  return {
    period,
    today: getTodayComparison(search, today),
    total: then.data?.total,
    tooMany: [then, own].flatMap(({ data }) => (data && !data.byRow ? data.products : []))[0],
    ownTotal: isInProgress ? own.data?.total : listTotal,
    getTurnover: createGetTurnover(then.data),
    getOwnTurnover: isInProgress ? createGetTurnover(own.data) : ({ value }) => value,
    failed: [then, own].flatMap(({ error, refetch }) => (error ? { error, refetch } : []))[0] ?? null,
  };
}

interface Turnovers {
  /** `null` if there are more than `MAX_COMPARED` products. */
  readonly byRow: ReadonlyMap<number | string, number> | null;
  readonly products: number;
  readonly total: number;
}

/** The maximum number of compared products, which needs 20 calls. */
const MAX_COMPARED = 20 * MAX_PRODUCT_SALES;

/** The turnover of every sold product, read page by page. */
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
        for (const row of data) byRow.set(getRowKey(row), row.value);
        start += data.length;
        if (data.length === 0 || start >= total) return { ...known, byRow };
      }
    },
  });
}
