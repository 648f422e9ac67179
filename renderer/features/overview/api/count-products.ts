import { queryOptions } from '@tanstack/react-query';
import { listProducts } from '../../../../shared/contract/products.ts';
import { readApi } from '../../../lib/host/api-client.ts';

type CountedProducts = { readonly priced: false } | { readonly stock: 'negative' };

/** How many products of the catalog are such. */
export function productCountQuery(filters: CountedProducts) {
  return queryOptions({
    queryKey: ['product-count', filters],
    meta: { follows: ['products'] },
    queryFn: async ({ signal }) => {
      const { total } = await readApi(listProducts, { query: { ...filters, limit: 1 }, signal });
      return total;
    },
  });
}
