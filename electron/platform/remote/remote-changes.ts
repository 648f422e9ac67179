import { listOrderChanges, listProductChanges } from '../../../shared/contract/changes.ts';
import type { ReadEndpoint } from '../../api-client/endpoint-reader.ts';
import type { Change, ChangesPage, ChangesQuery, FeedName, FeedRecords, FeedStart } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { expectOrder, expectTrue, expectUnique } from './remote-checks.ts';

export const FEED_ENDPOINTS = {
  products: listProductChanges,
  orders: listOrderChanges,
} as const satisfies Record<FeedName, unknown>;

/** A cursor of theirs, sealed, has to fit into one of ours, which is a third longer. */
const CURSOR_FORM = /^[\x21-\x7e]{1,340}$/;
/** The last moment that RFC 3339 can name. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59Z');

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
  const start = startOf(after);
  const answer = await expectingPosition(start, FEED_READS[feed](read, { ...start, limit }));
  expectSense(feed, limit, answer);
  expectTrue(FEED_ENDPOINTS[feed], !answer.has_more || answer.next_cursor !== start.cursor);
  const { data, total, next_cursor: next, has_more: hasMore } = answer;
  return { rows: data, total, next, hasMore };
}

function startOf(after: FeedStart): { readonly since?: string; readonly cursor?: string } {
  if (!('position' in after)) {
    const moment = Math.min(Math.max(after.since, 0), LAST_MOMENT);
    return { since: new Date(moment).toISOString() };
  }
  if (!CURSOR_FORM.test(after.position)) throw positionLost();
  return { cursor: after.position };
}

/** Only the cursor can be refused in such a call. */
async function expectingPosition<Answer>(
  { cursor }: { readonly cursor?: string },
  reading: Promise<Answer>,
): Promise<Answer> {
  try {
    return await reading;
  } catch (cause) {
    const isRefused = cause instanceof PlatformError && cause.code === 'query_refused';
    if (isRefused && cursor !== undefined) throw positionLost(cause);
    throw cause;
  }
}

function expectSense(feed: FeedName, limit: number, answer: ChangesAnswer<{ readonly id: number }>): void {
  const endpoint = FEED_ENDPOINTS[feed];
  const { count, total, data, has_more, next_cursor } = answer;
  expectUnique(endpoint, data, ({ id }) => id);
  expectUnique(endpoint, data, ({ version }) => version);
  expectOrder(endpoint, data, ({ version }) => version);
  expectTrue(endpoint, data.every(isWhole));
  expectTrue(endpoint, count === data.length && count === Math.min(limit, total));
  expectTrue(endpoint, has_more === total > count && CURSOR_FORM.test(next_cursor));
}

function isWhole({ id, change, record }: Change<{ readonly id: number }>): boolean {
  return change === 'delete' ? record === null : record?.id === id;
}

function positionLost(cause?: unknown): PlatformError {
  return new PlatformError('position_lost', 'The feed cannot go on from there.', { cause });
}
