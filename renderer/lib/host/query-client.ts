import { type Query, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RETRY_DELAYS_MS } from '../../../shared/retry.ts';
import { isBeingRead } from '../failures.ts';
import { ApiFailure, CallFailure } from './api-client.ts';
import { watchPresence } from './presence.ts';
import { findCopy, recordCopies } from './query-cache.ts';

/** Key of the session, which every other query depends on. */
export const SESSION_KEY = ['session'] as const;

/** Key of the parameters that the platform does not support. */
export const MISSING_PARAMETERS_KEY = ['missing-parameters'] as const;

/**
 * The only place for server data. The user waits for the first reading of a query, so its failure is shown at once with
 * a button. Figures that could not be refreshed stay and are read again automatically; see `createRereading`. A 401
 * means that the session is over.
 */
export function createQueryClient(): QueryClient {
  const rereading = createRereading();
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isSignedOut(error)) {
          void client.invalidateQueries({ queryKey: SESSION_KEY });
        }
        // The platform may not support a parameter that was just refused.
        if (error instanceof ApiFailure && error.status === 400) {
          void client.invalidateQueries({ queryKey: MISSING_PARAMETERS_KEY });
        }
      },
      onSuccess: (_data, query) => rereading.recordSuccess(query),
    }),
    defaultOptions: {
      queries: {
        // The host is on this PC. It knows what can be read without a network.
        networkMode: 'always',
        persister: recordCopies,
        retry: false,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        refetchInterval: rereading.getWaitMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}

function isSignedOut(error: Error): boolean {
  return error instanceof CallFailure && error.status === 401;
}

const MAX_WAIT_MS = RETRY_DELAYS_MS[2];

/** Between two readings of data that a copy is still reading from its platform. */
const COPY_READING_WAIT_MS = 5_000;

/**
 * Decides when figures that could not be refreshed are read again: after 2, 8 and then every 30 s, as long as the
 * failure is temporary. A refused request is not repeated. An answer from a copy is read again every 30 s, and data
 * that a copy does not have yet every 5 s.
 */
function createRereading() {
  /** The number of failures of a query when it last succeeded, by its hash. */
  const before = new Map<string, number>();
  return {
    recordSuccess: ({ queryHash, state }: Query<unknown, unknown>) =>
      void before.set(queryHash, state.errorUpdateCount),
    /** Milliseconds until the next reading; `false` if there is no reason for one. */
    getWaitMs(query: Query): number | false {
      const { queryHash, state } = query;
      if (findCopy(query) !== null) return MAX_WAIT_MS;
      if (state.status === 'error' && isBeingRead(state.error)) return COPY_READING_WAIT_MS;
      if (state.data === undefined || !isTemporary(state.error)) return false;
      const consecutive = state.errorUpdateCount - (before.get(queryHash) ?? 0);
      return RETRY_DELAYS_MS[Math.min(consecutive, RETRY_DELAYS_MS.length) - 1] ?? false;
    },
  };
}

/** No answer, or a server error. */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === null || error.status >= 500);
}

/** Calls in progress when the program returns may fail after that. */
const LATE_FAILURE_DELAY_MS = 3_000;

/** Watches whether the program is there. When it returns, reads again what failed meanwhile. */
export function useReadAgainOnReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const readFailed = () => void client.invalidateQueries({ predicate: ({ state }) => state.error !== null });
    let late: ReturnType<typeof setTimeout> | undefined;
    const stop = watchPresence(() => {
      readFailed();
      clearTimeout(late);
      late = setTimeout(readFailed, LATE_FAILURE_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(late);
    };
  }, [client]);
}
