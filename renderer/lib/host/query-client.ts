import { type Query, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RETRY_DELAYS_MS } from '../../../shared/retry.ts';
import { isBeingRead } from '../failures.ts';
import { ApiFailure, CallFailure } from './api-client.ts';
import { watchPresence } from './presence.ts';
import { copyBehind, notingCopies } from './query-cache.ts';

/** Key of the session; the one thing that every other query depends on. */
export const SESSION_KEY = ['session'] as const;

/** Key of the parameters that the platform does not take. */
export const MISSING_PARAMETERS_KEY = ['missing-parameters'] as const;

/**
 * Server data is here and nowhere else. The user waits for every first reading, so a failure of one is shown with
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
        // What was refused just now may be something that the platform does not take.
        if (error instanceof ApiFailure && error.status === 400) {
          void client.invalidateQueries({ queryKey: MISSING_PARAMETERS_KEY });
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
  return error instanceof CallFailure && error.status === 401;
}

const LONGEST_WAIT_MS = RETRY_DELAYS_MS[2];

/** Between two questions for what a copy is still reading of its platform. */
const BEING_READ_MS = 5_000;

/**
 * When figures that are shown but could not be refreshed are read again: after 2, 8 and then every 30 s, as long as
 * the failure is one that passes. What was refused stays refused; what came from a copy is read again every 30 s, and what a
 * copy does not have yet every 5 s.
 */
function createRereading() {
  /** How often a query had failed in all when it last succeeded, by its hash. */
  const before = new Map<string, number>();
  return {
    noteSuccess: ({ queryHash, state }: Query<unknown, unknown>) => void before.set(queryHash, state.errorUpdateCount),
    /** Until the next reading, in milliseconds; false while there is no reason for one. */
    waitMs(query: Query): number | false {
      const { queryHash, state } = query;
      if (copyBehind(query) !== null) return LONGEST_WAIT_MS;
      if (state.status === 'error' && isBeingRead(state.error)) return BEING_READ_MS;
      if (state.data === undefined || !passes(state.error)) return false;
      const inARow = state.errorUpdateCount - (before.get(queryHash) ?? 0);
      return RETRY_DELAYS_MS[Math.min(inARow, RETRY_DELAYS_MS.length) - 1] ?? false;
    },
  };
}

/** No answer at all, or a server error. */
function passes(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === null || error.status >= 500);
}

/** What was under way when the program came back may fail after that. */
const LATE_FAILURES_MS = 3_000;

/** Watches whether the program is there, and reads what failed meanwhile again once it is back. */
export function useReadAgainOnReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const readFailed = () => void client.invalidateQueries({ predicate: ({ state }) => state.error !== null });
    let late: ReturnType<typeof setTimeout> | undefined;
    const stop = watchPresence(() => {
      readFailed();
      clearTimeout(late);
      late = setTimeout(readFailed, LATE_FAILURES_MS);
    });
    return () => {
      stop();
      clearTimeout(late);
    };
  }, [client]);
}
