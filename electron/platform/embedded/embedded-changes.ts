import { LRUCache } from 'lru-cache';
import { formatTimestamp } from '../../../shared/calendar.ts';
import { readProducts } from '../../store/catalog/catalog-queries.ts';
import {
  type ChangeKey,
  countChanges,
  type FeedEnd,
  findVersionBefore,
  readChangeKeys,
  readFeedEnd,
} from '../../store/changes/changes-queries.ts';
import { readOrders } from '../../store/orders/orders-queries.ts';
import type { StoreDb } from '../../store/schema.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type Change, type FeedName, type FeedRecords, isFeedEndQuery, type Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import type { ReadChangedKeys } from '../platform-webhooks.ts';
import { getScope } from './embedded-scope.ts';
import { toOrderRow } from './order-mapper.ts';
import { toProduct } from './product-mapper.ts';

const MAX_COUNTS = 1_000;

export function createEmbeddedChanges(store: StoreDb): Pick<Platform, 'readChanges'> {
  /** Number of changes left after a position, for readers who continue from there. Counted again if the feed grew. */
  const counts = new LRUCache<string, number>({ max: MAX_COUNTS });

  return {
    async readChanges(caller, feed, query) {
      const scope = getScope(caller);
      if (isFeedEndQuery(query)) {
        const end = await readFeedEnd(store, scope, feed);
        return { total: 0, rows: [], next: formatPosition(end, end?.version ?? 0), hasMore: false };
      }
      const { after: start, limit } = query;
      return inTransaction(store, async (db) => {
        const feedEnd = await readFeedEnd(db, scope, feed);
        const end = feedEnd?.version ?? 0;
        const after =
          'since' in start
            ? await findVersionBefore(db, scope, feed, start.since)
            : parsePosition(start.position, feedEnd);
        const getCountKey = (position: number) =>
          [feed, scope.accountId, scope.locationId, feedEnd?.era, end, position].join(' ');
        const total = counts.get(getCountKey(after)) ?? (await countChanges(db, scope, feed, { after, last: end }));
        const keys = total === 0 ? [] : await readChangeKeys(db, scope, feed, { after, limit });
        const hasMore = keys.length < total;
        if (hasMore) counts.set(getCountKey(keys.at(-1)?.version ?? after), total - keys.length);
        const read = RECORDS[feed];
        return {
          total,
          rows: await addRecords(keys, (ids) => read(db, scope, ids)),
          next: formatPosition(feedEnd, hasMore ? (keys.at(-1)?.version ?? after) : end),
          hasMore,
        };
      });
    },
  };
}

/**
 * Creates a reader of the keys that changed after a position, without records, for webhooks. It reads a few index rows,
 * and makes one query if nothing changed. Throws `position_lost`.
 */
export function createChangedKeysReader(db: StoreDb): ReadChangedKeys {
  return async (caller, feed, { after: start, limit }) => {
    const scope = getScope(caller);
    const end = await readFeedEnd(db, scope, feed);
    const after =
      'since' in start ? await findVersionBefore(db, scope, feed, start.since) : parsePosition(start.position, end);
    const endVersion = end?.version ?? 0;
    if (after === endVersion) return { rows: [], next: formatPosition(end, endVersion), hasMore: false };
    const keys = await readChangeKeys(db, scope, feed, { after, limit: limit + 1 });
    const page = keys.slice(0, limit);
    const hasMore = keys.length > limit;
    const last = page.at(-1)?.version ?? after;
    return {
      rows: page.map(({ id, shown, changed_at }) => ({ id, version: shown, changed_at: formatTimestamp(changed_at) })),
      // Keys can include changes committed after the end was read.
      next: formatPosition(end, hasMore ? last : Math.max(last, endVersion)),
      hasMore,
    };
  };
}

type ReadRecords<Record> = (
  db: StoreDb,
  scope: StoreScope,
  ids: readonly number[],
) => Promise<(id: number) => Record | null>;

const RECORDS: { readonly [F in FeedName]: ReadRecords<FeedRecords[F]> } = {
  async products(db, scope, ids) {
    const products = new Map((await readProducts(db, scope, ids)).map((product) => [product.id, product]));
    return (id) => {
      const product = products.get(id);
      return product === undefined ? null : toProduct(product);
    };
  },

  async orders(db, scope, ids) {
    const orders = new Map((await readOrders(db, scope, ids)).map((order) => [order.id, order]));
    return (id) => {
      const order = orders.get(id);
      return order === undefined ? null : toOrderRow(order);
    };
  },
};

/** A missing record was deleted, because changes and records are from the same snapshot. */
async function addRecords<Record>(
  keys: readonly ChangeKey[],
  read: (ids: readonly number[]) => Promise<(id: number) => Record | null>,
): Promise<Change<Record>[]> {
  if (keys.length === 0) return [];
  const getRecord = await read(keys.map(({ id }) => id));
  return keys.map(({ id, shown, changed_at }) => {
    const record = getRecord(id);
    const change = record === null ? 'delete' : 'upsert';
    return { id, change, version: shown, changed_at: formatTimestamp(changed_at), record };
  });
}

/** The position of an empty feed. Everything comes after it. */
const EMPTY_FEED_POSITION = 'none.0';

const POSITION_PATTERN = /^([0-9a-f]{16})\.(\d{1,15})$/;

/** Includes the era, because the same version can be another change in another store. */
function formatPosition(end: FeedEnd | null, version: number): string {
  return end === null ? EMPTY_FEED_POSITION : `${end.era}.${version}`;
}

/** Returns the version of a position in a feed with this end. Throws `position_lost`. */
function parsePosition(position: string, end: FeedEnd | null): number {
  if (position === EMPTY_FEED_POSITION) return 0;
  const [, era, digits] = POSITION_PATTERN.exec(position) ?? [];
  const version = Number(digits);
  if (end !== null && era === end.era && version <= end.version) return version;
  throw new PlatformError('position_lost', 'The feed cannot continue from this position. Read it again from a time.');
}
