import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-client.ts';
import { BridgeError } from './bridge-client.ts';

/** Key of the session; the one thing that every other query depends on. */
export const SESSION_KEY = ['session'] as const;

/**
 * Server data lives here and nowhere else. Somebody waits for every query, so none is tried again by itself:
 * a failure is shown with a button instead. A 401 means that the session is over.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isSignedOut(error)) {
          void client.invalidateQueries({ queryKey: SESSION_KEY });
        }
      },
    }),
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, gcTime: 10 * 60_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
  return client;
}

function isSignedOut(error: Error): boolean {
  if (error instanceof BridgeError) return error.failure.status === 401;
  return error instanceof ApiFailure && error.status === 401;
}
