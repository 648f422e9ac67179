import { LRUCache } from 'lru-cache';
import { localTimestamp } from '../../../shared/calendar.ts';
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
import { scopeOf } from './embedded-scope.ts';
import { toOrderRow } from './order-mapper.ts';
import { toProduct } from './product-mapper.ts';

const MAX_COUNTS = 1_000;

export function createEmbeddedChanges(store: StoreDb): Pick<Platform, 'readChanges'> {
  /** How many changes are left after a position, for a reader who goes on from there. A feed that grew is counted again. */
  const counts = new LRUCache<string, number>({ max: MAX_COUNTS });

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
            ? await findVersionBefore(db, scope, feed, start.since)
            : versionOfPosition(start.position, feedEnd);
        const countName = (position: number) =>
          [feed, scope.accountId, scope.locationId, feedEnd?.era, end, position].join(' ');
        const total = counts.get(countName(after)) ?? (await countChanges(db, scope, feed, { after, last: end }));
        const keys = total === 0 ? [] : await readChangeKeys(db, scope, feed, { after, limit });
        const hasMore = keys.length < total;
        if (hasMore) counts.set(countName(keys.at(-1)?.version ?? after), total - keys.length);
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
      'since' in start ? await findVersionBefore(db, scope, feed, start.since) : versionOfPosition(start.position, end);
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
