import { queryOptions } from '@tanstack/react-query';
import { listShops } from '../../../../shared/contract/shops.ts';
import { readApi } from '../../../lib/api-client.ts';

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  queryFn: ({ signal }) => readApi(listShops, { signal }),
  staleTime: 10 * 60_000,
});
