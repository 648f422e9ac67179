import { queryOptions } from '@tanstack/react-query';
import { readMe } from '../../../../shared/contract/auth.ts';
import { readApi } from '../../../lib/host/api-client.ts';

/** A light call that shows whether the API answers. Not asked by itself: it would fill the list of requests. */
export const reachApiQuery = queryOptions({
  queryKey: ['api-reach'],
  queryFn: ({ signal }) => readApi(readMe, { signal }),
});
