import { queryOptions } from '@tanstack/react-query';
import { listShops } from '../../../shared/contract/shops.ts';
import { readApi } from '../host/api-client.ts';

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listShops, { signal }),
  staleTime: 10 * 60_000,
});
