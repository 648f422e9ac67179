import { queryOptions } from '@tanstack/react-query';
import { readProduct } from '../../../../shared/contract/products.ts';
import { readApi } from '../../../lib/api-client.ts';

export function productQuery(id: number) {
  return queryOptions({
    queryKey: ['product', id],
    meta: { follows: ['products'] },
    queryFn: ({ signal }) => readApi(readProduct, { id, signal }),
  });
}
