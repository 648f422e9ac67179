import { QueryCache, QueryClient } from '@tanstack/react-query';
import { notingCopies } from './copied-answers.ts';
import { ApiFailure } from './host/api-client.ts';
import { BridgeError } from './host/bridge-client.ts';
import { createRereading } from './rereading.ts';

/** Key of the session; the one thing that every other query depends on. */
export const SESSION_KEY = ['session'] as const;

/**
 * Server data lives here and nowhere else. Somebody waits for every first reading, so a failure of one is shown with
 * a button at once. Figures that could not be refreshed stay, and are asked for again by themselves: see
 * `createRereading`. A 401 means that the session is over.
 */
export function createQueryClient(): QueryClient {
  const rereading = createRereading();
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isSignedOut(error)) {
          void client.invalidateQueries({ queryKey: SESSION_KEY });
        }
      },
      onSuccess: (_data, query) => rereading.noteSuccess(query),
    }),
    defaultOptions: {
      queries: {
        // The host is on this PC, and knows what can be read while nothing else can be reached.
        networkMode: 'always',
        persister: notingCopies,
        retry: false,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        refetchInterval: rereading.waitMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

function isSignedOut(error: Error): boolean {
  if (error instanceof BridgeError) return error.failure.status === 401;
  return error instanceof ApiFailure && error.status === 401;
}
