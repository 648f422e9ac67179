import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiKeyView } from '../../../shared/contract/api-keys.ts';
import { readMe } from '../../../shared/contract/auth.ts';
import type { BodyOf } from '../../../shared/contract/endpoint.ts';
import { listProducts } from '../../../shared/contract/products.ts';
import {
  createApiKey,
  listApiKeys,
  readKeyNeeds,
  readRequests,
  revokeApiKey,
} from '../../../shared/contract/window.ts';
import { ApiFailure, callApi, readApi } from '../../lib/host/api-client.ts';
import { appendRequests, NO_REQUESTS, type RequestLog } from './request-log.ts';

const API_KEYS_KEY = ['api-keys'] as const;

/** Users who try a new key check here whether it was used. */
const KEYS_INTERVAL_MS = 2_000;

export const apiKeysQuery = queryOptions({
  queryKey: API_KEYS_KEY,
  queryFn: () => readApi(listApiKeys),
  refetchInterval: KEYS_INTERVAL_MS,
});

export type NewApiKey = BodyOf<typeof createApiKey>;

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewApiKey) => callApi(createApiKey, { body }),
    // The answer contains the key, so nothing of it is stored once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  });
}

/** Settles after the list is read again, even on failure. */
export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiKeyView) => callApi(revokeApiKey, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  });
}

/** Whether the service refused the request: invalid values of a new key, or an unknown key. */
export function isRefusal(error: Error | null): boolean {
  return error instanceof ApiFailure && (error.status === 400 || error.status === 404);
}

/** What a new key needs for the user's platform. */
export const keyNeedsQuery = queryOptions({
  queryKey: ['key-needs'],
  queryFn: () => readApi(readKeyNeeds),
});

const POLL_INTERVAL_MS = 1000;

const REQUESTS_KEY = ['requests'] as const;

/** The requests so far. New ones are read every second while the page is visible. */
export function liveRequestsQuery(isPaused: boolean) {
  return queryOptions({
    queryKey: REQUESTS_KEY,
    queryFn: async ({ client }) => {
      const log = client.getQueryData<RequestLog>(REQUESTS_KEY) ?? NO_REQUESTS;
      return appendRequests(log, await readApi(readRequests, { query: { after: log.newest } }));
    },
    enabled: !isPaused,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
    refetchIntervalInBackground: false,
  });
}

/** A small call that checks whether the API answers. It is not polled, as it would fill the list of requests. */
export const connectivityQuery = queryOptions({
  queryKey: ['api-reach'],
  queryFn: ({ signal }) => readApi(readMe, { signal }),
});

const EXAMPLE_COUNT = 3;

/** A few products of the shop, for example requests. */
export const firstProductsQuery = queryOptions({
  queryKey: ['products', 'first', EXAMPLE_COUNT],
  queryFn: ({ signal }) => readApi(listProducts, { query: { limit: EXAMPLE_COUNT }, signal }),
});
