import { queryOptions } from '@tanstack/react-query';
import { readProduct } from '../../../shared/contract/products.ts';
import { readApi } from '../../lib/host/api-client.ts';

/** Everything read of one product begins with this. */
export function productKey(id: number) {
  return ['product', id] as const;
}

export function productQuery(id: number) {
  return queryOptions({
    queryKey: productKey(id),
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readApi(readProduct, { id, signal }),
  });
}
