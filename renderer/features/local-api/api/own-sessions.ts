import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, listSessions } from '../../../../shared/contract/sessions.ts';
import { callApi, readApi } from '../../../lib/host/api-client.ts';
import { API_KEYS_KEY } from './list-api-keys.ts';

const SESSIONS_KEY = ['sessions'] as const;
/** Others sign in meanwhile. */
const REFRESH_EVERY_MS = 30_000;

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async ({ signal }) => {
    const { data } = await readApi(listSessions, { signal });
    return data.filter(({ kind }) => kind === 'token');
  },
  refetchInterval: REFRESH_EVERY_MS,
});

/** Done once both lists are read again, and so after a failure. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (withKeys: boolean) => callApi(endOtherSessions, { body: { api_keys: withKeys } }),
    onSettled: () =>
      Promise.all([SESSIONS_KEY, API_KEYS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
