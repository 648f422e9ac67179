import type { Kysely } from 'kysely';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { Product } from '../../../shared/contract/products.ts';
import {
  type ChangeKey,
  readChangedOrders,
  readChangedProducts,
  readChangeKeys,
  readFeedEnd,
  versionBefore,
} from '../../store/changes/changes-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Change, FeedName, FeedRecords, Platform } from '../platform.ts';
import { createChangeCounts } from './change-counts.ts';
import { scopeOf } from './embedded-scope.ts';
import { formatPosition, versionOfPosition } from './feed-position.ts';
import { toOrderRow } from './order-mapper.ts';

type Db = Kysely<StoreSchema>;

/** Changes, with the records as they are at the moment of reading. */
export function createEmbeddedChanges(store: Db): Pick<Platform, 'readChanges'> {
  const countRest = createChangeCounts();

  return {
    readChanges: (caller, feed, { after: start, limit }) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
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
      }),
  };
}

type ReadRecords<Record> = (
  db: Db,
  scope: StoreScope,
  ids: readonly number[],
) => Promise<(id: number) => Record | null>;

const RECORDS: { readonly [F in FeedName]: ReadRecords<FeedRecords[F]> } = {
  async products(db, scope, ids) {
    const texts = await readChangedProducts(db, scope, ids);
    return (id) => {
      const text = texts.get(id);
      return text === undefined ? null : (JSON.parse(text) as Product);
    };
  },

  async orders(db, scope, ids) {
    const orders = await readChangedOrders(db, scope, ids);
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
  return keys.map(({ id, version, changed_at }) => {
    const record = recordOf(id);
    const change = record === null ? 'delete' : 'upsert';
    return { id, change, version, changed_at: localTimestamp(changed_at), record };
  });
}
