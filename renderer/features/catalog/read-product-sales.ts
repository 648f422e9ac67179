import { queryOptions } from '@tanstack/react-query';
import { readProductSales } from '../../../shared/contract/product-sales.ts';
import type { Period } from '../../../shared/periods.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { productKey } from './read-product.ts';

/** What was sold of a product in a period, less what came back. */
export function productSalesQuery(id: number, { from, to }: Period) {
  return queryOptions({
    queryKey: [...productKey(id), 'sales', { from, to }],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }) => {
      const query = { from, to, product_id: id, limit: 1 };
      return (await readApi(readProductSales, { query, signal })).sums;
    },
  });
}
