import type { Caller } from '../platform/platform.ts';

const CAPACITY = 500;

/** Method and path of what was refused before it had any: a line that is not HTTP, a client too slow. */
export const UNREAD = '—';

/** A request as it is kept: no query, header or body. */
export interface AnsweredRequest {
  /** Milliseconds since the epoch, when it was answered. */
  readonly at: number;
  readonly method: string;
  /** See loggable-path.ts. */
  readonly path: string;
  readonly status: number;
  /** 0 where the connection was refused before there was a request. */
  readonly durationMs: number;
  /** Null where nobody was signed in. */
  readonly caller: Caller | null;
  /** Name of the API key that was used; null for a token. */
  readonly apiKeyName: string | null;
  readonly requestId: string;
}

export interface JournalEntry extends AnsweredRequest {
  /** 1 for the first request since the start, and one more for each. */
  readonly number: number;
}

/** The latest requests that the service answered, refusals included; the oldest fall. */
export interface RequestJournal {
  add(request: AnsweredRequest): void;
  /**
   * Newest first: those of the account and those without a user, with a number above `after`. `newest` is the
   * number of the latest request of all, to be passed as `after` the next time.
   */
  read(asked: { readonly accountId: number; readonly after: number }): {
    readonly entries: readonly JournalEntry[];
    readonly newest: number;
  };
}

export function createRequestJournal(capacity = CAPACITY): RequestJournal {
  const kept: JournalEntry[] = [];
  let newest = 0;

  return {
    add(request) {
      newest += 1;
      kept.unshift({ ...request, number: newest });
      if (kept.length > capacity) kept.pop();
    },

    read({ accountId, after }) {
      const entries = kept.filter(
        ({ number, caller }) => number > after && (caller === null || caller.accountId === accountId),
      );
      return { entries, newest };
    },
  };
}
