import { listOrderChanges, listProductChanges } from '../../../shared/contract/changes.ts';
import type { ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import type { Change, ChangesPage, ChangesQuery, FeedName, FeedRecords, FeedStart } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { assertSorted, assertUnique, assertValid } from './remote-checks.ts';

export const FEED_ENDPOINTS = {
  products: listProductChanges,
  orders: listOrderChanges,
} as const satisfies Record<FeedName, unknown>;

/** Sealing makes a cursor a third longer, and it must fit into one of ours. */
const CURSOR_PATTERN = /^[\x21-\x7e]{1,340}$/;
/** The last timestamp that RFC 3339 allows. */
const MAX_TIMESTAMP = Date.parse('9999-12-31T23:59:59Z');

interface ChangesAnswer<Record> {
  readonly count: number;
  readonly total: number;
  readonly data: readonly Change<Record>[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

type FeedReads = {
  readonly [Feed in FeedName]: (
    read: ReadEndpoint,
    query: { readonly since?: string; readonly cursor?: string; readonly limit: number },
  ) => Promise<ChangesAnswer<FeedRecords[Feed]>>;
};

const FEED_READS: FeedReads = {
  products: (read, query) => read(listProductChanges, query),
  orders: (read, query) => read(listOrderChanges, query),
};

export async function readRemoteChanges<Feed extends FeedName>(
  read: ReadEndpoint,
  feed: Feed,
  { after, limit }: ChangesQuery,
): Promise<ChangesPage<FeedRecords[Feed]>> {
  const start = getStart(after);
  const answer = await translateRefusedPosition(start, FEED_READS[feed](read, { ...start, limit }));
  assertConsistent(feed, limit, answer);
  assertValid(FEED_ENDPOINTS[feed], !answer.has_more || answer.next_cursor !== start.cursor);
  const { data, total, next_cursor: next, has_more: hasMore } = answer;
  return { rows: data, total, next, hasMore };
}

function getStart(after: FeedStart): { readonly since?: string; readonly cursor?: string } {
  if (!('position' in after)) {
    const timestamp = Math.min(Math.max(after.since, 0), MAX_TIMESTAMP);
    return { since: new Date(timestamp).toISOString() };
  }
  if (!CURSOR_PATTERN.test(after.position)) throw createPositionLost();
  return { cursor: after.position };
}

/** Only the cursor can be refused in this call. */
async function translateRefusedPosition<Answer>(
  { cursor }: { readonly cursor?: string },
  reading: Promise<Answer>,
): Promise<Answer> {
  try {
    return await reading;
  } catch (cause) {
    const isRefused = cause instanceof PlatformError && cause.code === 'query_refused';
    if (isRefused && cursor !== undefined) throw createPositionLost(cause);
    throw cause;
  }
}

function assertConsistent(feed: FeedName, limit: number, answer: ChangesAnswer<{ readonly id: number }>): void {
  const endpoint = FEED_ENDPOINTS[feed];
  const { count, total, data, has_more, next_cursor } = answer;
  assertUnique(endpoint, data, ({ id }) => id);
  assertUnique(endpoint, data, ({ version }) => version);
  assertSorted(endpoint, data, ({ version }) => version);
  assertValid(endpoint, data.every(hasMatchingRecord));
  assertValid(endpoint, count === data.length && count === Math.min(limit, total));
  assertValid(endpoint, has_more === total > count && CURSOR_PATTERN.test(next_cursor));
}

function hasMatchingRecord({ id, change, record }: Change<{ readonly id: number }>): boolean {
  return change === 'delete' ? record === null : record?.id === id;
}

function createPositionLost(cause?: unknown): PlatformError {
  return new PlatformError('position_lost', 'The feed cannot continue from this position.', { cause });
}
