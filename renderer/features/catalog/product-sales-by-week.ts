import { queryOptions } from '@tanstack/react-query';
import { createGate } from '../../../shared/concurrency-gate.ts';
import { type ProductSalesSums, readProductSales } from '../../../shared/contract/product-sales.ts';
import type { Period } from '../../../shared/periods.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { productKey } from './read-product.ts';

/** The API sums one period at a call; the weeks do not take all connections of the window. */
const WEEKS_AT_ONCE = 2;

export interface WeekOfSales {
  readonly week: Period;
  readonly sums: ProductSalesSums;
}

/** What was sold of a product in each of the weeks. */
export function productSalesByWeekQuery(id: number, weeks: readonly Period[]) {
  return queryOptions({
    queryKey: [...productKey(id), 'sales-by-week', weeks],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }): Promise<WeekOfSales[]> => {
      const inTurn = createGate(WEEKS_AT_ONCE);
      const readWeek = async (week: Period) => {
        const query = { ...week, product_id: id, limit: 1 };
        return { week, sums: (await readApi(readProductSales, { query, signal })).sums };
      };
      return Promise.all(weeks.map((week) => inTurn(() => readWeek(week))));
    },
  });
}
