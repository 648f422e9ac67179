import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, listSessions, readMe } from '../../../shared/contract/auth.ts';
import type { BridgeArgument, ShownApiKey } from '../../../shared/contract/bridge.ts';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import { callApi, readApi } from '../../lib/host/api-client.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';
import { appendRequests, NO_REQUESTS, type RequestLog } from './request-log.ts';

const API_KEYS_KEY = ['api-keys'] as const;

/** Other programs use the keys meanwhile: when that was is read again. */
const KEYS_REFRESH_EVERY_MS = 30_000;

export const apiKeysQuery = queryOptions({
  queryKey: API_KEYS_KEY,
  queryFn: () => callBridge('listApiKeys', {}),
  refetchInterval: KEYS_REFRESH_EVERY_MS,
});

export type NewApiKey = BridgeArgument<'createApiKey'>;

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: NewApiKey) => callBridge('createApiKey', key),
    // Its answer holds the key: nothing of it stays once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  });
}

/** Done once the list is read again; a failure leaves the list read again as well. */
export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ShownApiKey) => callBridge('revokeApiKey', { id }),
    onSettled: () => client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  });
}

/** What a new key needs at the platform of the signed-in user. */
export const keyNeedsQuery = queryOptions({
  queryKey: ['key-needs'],
  queryFn: () => callBridge('readKeyNeeds', {}),
});

const SESSIONS_KEY = ['sessions'] as const;

/** Others sign in meanwhile. */
const SESSIONS_REFRESH_EVERY_MS = 30_000;

export const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: async ({ signal }) => {
    const { data, webhooks } = await readApi(listSessions, { signal });
    return { tokens: data.filter(({ kind }) => kind === 'token'), webhooks };
  },
  refetchInterval: SESSIONS_REFRESH_EVERY_MS,
});

type Ending = BodyOf<typeof endOtherSessions>;

/** Done once both lists are read again, and so after a failure. */
export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Ending) => callApi(endOtherSessions, { body }),
    onSettled: () =>
      Promise.all([SESSIONS_KEY, API_KEYS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

const POLL_EVERY_MS = 1000;

const REQUESTS_KEY = ['requests'] as const;

/** The requests so far; asked for what is new each second while the page is visible. */
export function liveRequestsQuery(isPaused: boolean) {
  return queryOptions({
    queryKey: REQUESTS_KEY,
    queryFn: async ({ client }) => {
      const log = client.getQueryData<RequestLog>(REQUESTS_KEY) ?? NO_REQUESTS;
      return appendRequests(log, await callBridge('readRequests', { after: log.newest }));
    },
    enabled: !isPaused,
    staleTime: 0,
    refetchInterval: POLL_EVERY_MS,
    refetchIntervalInBackground: false,
  });
}

/** A light call that shows whether the API answers. Not asked by itself: it would fill the list of requests. */
export const reachApiQuery = queryOptions({
  queryKey: ['api-reach'],
  queryFn: ({ signal }) => readApi(readMe, { signal }),
});

const FEW = 3;

/** A few products of the shop, to ask something about. */
export const firstProductsQuery = queryOptions({
  queryKey: ['products', 'first', FEW],
  queryFn: ({ signal }) => readApi(listProducts, { query: { limit: FEW }, signal }),
});
