import { queryOptions } from '@tanstack/react-query';
import { listProducts } from '../../../../shared/contract/products.ts';
import { readApi } from '../../../lib/host/api-client.ts';

const FEW = 3;

/** A few products of the shop, to ask something about. */
export const firstProductsQuery = queryOptions({
  queryKey: ['products', 'first', FEW],
  queryFn: ({ signal }) => readApi(listProducts, { query: { limit: FEW }, signal }),
});
