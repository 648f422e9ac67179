import type { Kysely } from 'kysely';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { ChangeKey } from '../../store/changes/change-streams.ts';
import { readChangedOrders, readChangedProducts } from '../../store/changes/changed-records.ts';
import { readChangeKeys, readFeedVersion, versionBefore } from '../../store/changes/changes-queries.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { StoreScope } from '../../store/store-scope.ts';
import type { Change, FeedName, FeedRecords, FeedStart, Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import { createChangeCounts } from './change-counts.ts';
import { scopeOf } from './embedded-scope.ts';
import { toOrderRow } from './order-mapper.ts';

type Db = Kysely<StoreSchema>;

/** Changes, with the records as they are at the moment of reading. */
export function createEmbeddedChanges(store: Db): Pick<Platform, 'readChanges'> {
  const countRest = createChangeCounts();

  return {
    readChanges: (caller, feed, { after: start, limit }) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const end = await readFeedVersion(db, scope, feed);
        const after = await versionAt(db, scope, feed, start, end);
        const total = await countRest(db, scope, feed, { end, after });
        const keys = total === 0 ? [] : await readChangeKeys(db, scope, feed, { after, limit });
        const hasMore = keys.length < total;
        const read = RECORDS[feed];
        return {
          total,
          rows: await withRecords(keys, (ids) => read(db, scope, ids)),
          next: formatPosition(hasMore ? (keys.at(-1)?.version ?? after) : end),
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

const POSITION_FORM = /^v(\d{1,15})$/;

function formatPosition(version: number): string {
  return `v${version}`;
}

/** The version after which a reader goes on. */
async function versionAt(
  db: Db,
  scope: StoreScope,
  feed: FeedName,
  start: FeedStart,
  end: number,
): Promise<number> {
  if ('since' in start) return versionBefore(db, scope, feed, start.since);
  const [, digits] = POSITION_FORM.exec(start.position) ?? [];
  const version = Number(digits ?? Number.NaN);
  if (version <= end) return version;
  throw new PlatformError(
    'position_lost',
    'The feed does not go on from there. Read it again from a moment.',
  );
}
