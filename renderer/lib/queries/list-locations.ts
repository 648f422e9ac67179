import { queryOptions } from '@tanstack/react-query';
import { listLocations } from '../../../shared/contract/locations.ts';
import { readApi } from '../host/api-client.ts';

export const locationsQuery = queryOptions({
  queryKey: ['locations'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listLocations, { signal }),
  staleTime: 10 * 60_000,
});
