import { queryOptions } from '@tanstack/react-query';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import { readApi } from '../host/api-client.ts';

export const turnoverGroupsQuery = queryOptions({
  queryKey: ['turnover-groups'],
  meta: { holdsNames: true },
  queryFn: ({ signal }) => readApi(listTurnoverGroups, { signal }),
  staleTime: 5 * 60_000,
});
