import { queryOptions } from '@tanstack/react-query';
import { listProducts } from '../../../shared/contract/products.ts';
import { readApi } from '../../lib/host/api-client.ts';

const SHOWN = 6;

/** The products that match best. */
export function foundProductsQuery(q: string) {
  return queryOptions({
    queryKey: ['palette', 'products', q],
    queryFn: ({ signal }) => readApi(listProducts, { query: { q, limit: SHOWN }, signal }),
    enabled: q !== '',
  });
}
