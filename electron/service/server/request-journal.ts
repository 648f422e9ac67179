import type { Caller } from '../../base/caller.ts';

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
   * Newest first, with a number above `after`: those without a user, the reader's own, and those of all users of
   * their account where the reader is an owner or accountant of all locations. `newest` is the number of the
   * latest request of all, to be passed as `after` the next time.
   */
  read(asked: { readonly reader: Caller; readonly after: number }): {
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

    read({ reader, after }) {
      const entries = kept.filter(({ number, caller }) => number > after && maySee(reader, caller));
      return { entries, newest };
    },
  };
}

/** A path names records, of which staff and the users of one location know only their own. */
function maySee(reader: Caller, caller: Caller | null): boolean {
  if (caller === null) return true;
  if (caller.accountId !== reader.accountId) return false;
  const seesAll = reader.lockedLocation === null && reader.roles.some((role) => role !== 'staff');
  return seesAll || caller.userId === reader.userId;
}
