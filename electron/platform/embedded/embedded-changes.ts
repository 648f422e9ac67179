import { LRUCache } from 'lru-cache';
import { localTimestamp } from '../../../shared/calendar.ts';
import { readProducts } from '../../store/catalog/catalog-queries.ts';
import {
  type ChangeKey,
  countChanges,
  type Feed,
  type FeedEnd,
  readChangeKeys,
  readFeedEnd,
  versionBefore,
} from '../../store/changes/changes-queries.ts';
import { readOrders } from '../../store/orders/orders-queries.ts';
import type { StoreDb } from '../../store/schema.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type Change, type FeedName, type FeedRecords, isFeedEndQuery, type Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import type { ReadChangedKeys } from '../platform-webhooks.ts';
import { scopeOf } from './embedded-scope.ts';
import { toOrderRow } from './order-mapper.ts';
import { toProduct } from './product-mapper.ts';

export function createEmbeddedChanges(store: StoreDb): Pick<Platform, 'readChanges'> {
  const countRest = createChangeCounts();

  return {
    async readChanges(caller, feed, query) {
      const scope = scopeOf(caller);
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
            ? await versionBefore(db, scope, feed, start.since)
            : versionOfPosition(start.position, feedEnd);
        const total = await countRest(db, scope, feed, { end, after });
        const keys = total === 0 ? [] : await readChangeKeys(db, scope, feed, { after, limit });
        const hasMore = keys.length < total;
        const read = RECORDS[feed];
        return {
          total,
          rows: await withRecords(keys, (ids) => read(db, scope, ids)),
          next: formatPosition(feedEnd, hasMore ? (keys.at(-1)?.version ?? after) : end),
          hasMore,
        };
      });
    },
  };
}

/**
 * What changed after a position, without the records: notices to receivers name them only. A few rows of an index, and
 * one query if nothing changed. Throws `position_lost`.
 */
export function createChangedKeys(db: StoreDb): ReadChangedKeys {
  return async (caller, feed, { after: start, limit }) => {
    const scope = scopeOf(caller);
    const end = await readFeedEnd(db, scope, feed);
    const after =
      'since' in start ? await versionBefore(db, scope, feed, start.since) : versionOfPosition(start.position, end);
    const endVersion = end?.version ?? 0;
    if (after === endVersion) return { rows: [], next: formatPosition(end, endVersion), hasMore: false };
    const keys = await readChangeKeys(db, scope, feed, { after, limit: limit + 1 });
    const page = keys.slice(0, limit);
    const hasMore = keys.length > limit;
    const last = page.at(-1)?.version ?? after;
    return {
      rows: page.map(({ id, shown, changed_at }) => ({ id, version: shown, changed_at: localTimestamp(changed_at) })),
      // What was committed since the end was read is among the keys.
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

/** A record that is no longer there was deleted: changes and records are those of one moment. */
async function withRecords<Record>(
  keys: readonly ChangeKey[],
  read: (ids: readonly number[]) => Promise<(id: number) => Record | null>,
): Promise<Change<Record>[]> {
  if (keys.length === 0) return [];
  const recordOf = await read(keys.map(({ id }) => id));
  return keys.map(({ id, shown, changed_at }) => {
    const record = recordOf(id);
    const change = record === null ? 'delete' : 'upsert';
    return { id, change, version: shown, changed_at: localTimestamp(changed_at), record };
  });
}

/** The position of a feed in which nothing has changed yet: everything comes after it. */
const BEFORE_ALL = 'none.0';

const POSITION_FORM = /^([0-9a-f]{16})\.(\d{1,15})$/;

/** The era is part of it: in another store the same version is that of another change. */
function formatPosition(end: FeedEnd | null, version: number): string {
  return end === null ? BEFORE_ALL : `${end.era}.${version}`;
}

/** The version after which a reader goes on in a feed that ends there. Throws `position_lost`. */
function versionOfPosition(position: string, end: FeedEnd | null): number {
  if (position === BEFORE_ALL) return 0;
  const [, era, digits] = POSITION_FORM.exec(position) ?? [];
  const version = Number(digits);
  if (end !== null && era === end.era && version <= end.version) return version;
  throw new PlatformError('position_lost', 'The feed does not go on from there. Read it again from a moment.');
}

/** A feed that ends at a version, and how many changes were left after others, the latest asked for last. */
interface CountedFeed {
  readonly end: number;
  readonly totals: LRUCache<number, number>;
}

/** As many readers page through a feed without counting each other's way. */
const MAX_COUNTED = 16;

const MAX_FEEDS = 1_000;

/**
 * Numbers of changes that are left. While a feed does not grow, only those between a position and the nearest known one
 * are counted: a reader of a long feed does not pay for all of it at each page.
 */
function createChangeCounts() {
  const feeds = new LRUCache<string, CountedFeed>({ max: MAX_FEEDS });

  function countedFeed(scope: StoreScope, feed: Feed, end: number): CountedFeed {
    const key = `${feed} ${scope.accountId} ${scope.locationId}`;
    const latest = feeds.get(key);
    if (latest?.end === end) return latest;
    const fresh = { end, totals: new LRUCache<number, number>({ max: MAX_COUNTED }) };
    feeds.set(key, fresh);
    return fresh;
  }

  return async function countRest(
    db: StoreDb,
    scope: StoreScope,
    feed: Feed,
    { end, after }: { readonly end: number; readonly after: number },
  ): Promise<number> {
    const { totals } = countedFeed(scope, feed, end);
    const known = nearest(totals, after, end);
    const count = (from: number, last: number) => countChanges(db, scope, feed, { after: from, last });
    const total =
      after < known.after
        ? known.total + (await count(after, known.after))
        : known.total - (await count(known.after, after));
    // Nothing is left at the end, which nobody has to count.
    if (after !== end) totals.set(after, total);
    return total;
  };
}

function nearest(totals: LRUCache<number, number>, after: number, end: number) {
  let found = { after: end, total: 0 };
  for (const [position, total] of totals) {
    if (Math.abs(position - after) < Math.abs(found.after - after)) found = { after: position, total };
  }
  return found;
}
