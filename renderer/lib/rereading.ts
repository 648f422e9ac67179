import type { Query } from '@tanstack/react-query';
import { copyBehind } from './copied-answers.ts';
import { ApiFailure } from './host/api-client.ts';

interface Rereading {
  noteSuccess(query: Query<unknown, unknown>): void;
  /** Until the next reading, in milliseconds; false while there is no reason for one. */
  waitMs(query: Query): number | false;
}

const LONGEST_WAIT_MS = 30_000;
const WAITS_MS = [2_000, 8_000, LONGEST_WAIT_MS] as const;

/**
 * When figures that are shown but could not be refreshed are read again: after 2, 8 and then every 30 s, as long as
 * the failure is one that passes. What was refused stays refused; what came from a copy is read again every 30 s.
 */
export function createRereading(): Rereading {
  /** How often a query had failed in all when it last succeeded, by its hash. */
  const before = new Map<string, number>();
  return {
    noteSuccess: ({ queryHash, state }) => void before.set(queryHash, state.errorUpdateCount),
    waitMs(query) {
      const { queryHash, state } = query;
      if (copyBehind(query) !== null) return LONGEST_WAIT_MS;
      if (state.data === undefined || !passes(state.error)) return false;
      const inARow = state.errorUpdateCount - (before.get(queryHash) ?? 0);
      return WAITS_MS[Math.min(inARow, WAITS_MS.length) - 1] ?? false;
    },
  };
}

/** No answer at all, or one of a server in trouble. */
function passes(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status === null || error.status >= 500);
}
