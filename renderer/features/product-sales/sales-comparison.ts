import { queryOptions, useQuery } from '@tanstack/react-query';
import { PRODUCT_SALES_CAP, type ProductSalesRow, readProductSales } from '../../../shared/contract/product-sales.ts';
import { type Comparison, comparedPeriod, type Period } from '../../../shared/periods.ts';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { rowKey, type SalesSearch } from './sales-figures.ts';

/** What was sold in the period that another one is compared with. */
export interface ComparedSales {
  readonly period: Period;
  /** Turnover excluding VAT, in euros; 0 for a product that was not sold then. Undefined while it is read. */
  readonly turnoverOf: (row: ProductSalesRow) => number | undefined;
  readonly total: number | undefined;
}

/** Null where nothing is compared. Of the period under way as many days as have begun. */
export function useComparedSales(search: SalesSearch, compare: Comparison | undefined): ComparedSales | null {
  const today = useToday();
  const period = comparedPeriod(search, compare ?? 'before', today);
  const { data } = useQuery({ ...turnoversQuery({ ...search, ...period }), enabled: compare !== undefined });
  if (compare === undefined) return null;
  return { period, total: data?.total, turnoverOf: (row) => data && (data.byRow.get(rowKey(row)) ?? 0) };
}

/** The turnover of every product that was sold, page by page. */
function turnoversQuery({ sort: _, ...search }: SalesSearch) {
  return queryOptions({
    queryKey: ['product-sales', 'turnovers', search],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }) => {
      const byRow = new Map<number | string, number>();
      for (let start = 0; ; ) {
        const query = { ...search, start, limit: PRODUCT_SALES_CAP };
        const { data, total, sums } = await readApi(readProductSales, { query, signal });
        for (const row of data) byRow.set(rowKey(row), row.value);
        start += data.length;
        if (data.length === 0 || start >= total) return { byRow, total: sums.value };
      }
    },
  });
}
