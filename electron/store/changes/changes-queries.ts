import { type Kysely, type RawBuilder, sql } from 'kysely';
import { onlyRow } from '../only-row.ts';
import { prepareScopedQuery } from '../prepared-query.ts';
import type { StoreSchema } from '../schema.ts';
import type { StoreScope } from '../store-scope.ts';
import { type ChangeKey, changeStreams, type Feed } from './change-streams.ts';

type Db = Kysely<StoreSchema>;

/** Changes with a version above `after`, at most so many. */
export interface ChangesRange {
  readonly after: number;
  readonly limit: number;
}

/** The version of the last change of a feed, in its era. */
export interface FeedEnd {
  readonly era: string;
  readonly version: number;
}

/** Whoever may see the last change; null where nothing ever changed. */
export async function readFeedEnd(db: Db, { accountId }: StoreScope, feed: Feed): Promise<FeedEnd | null> {
  const found = await db
    .selectFrom('feeds')
    .select(['era', 'version'])
    .where('account_id', '=', accountId)
    .where('feed', '=', feed)
    .executeTakeFirst();
  return found ?? null;
}

/** Changes that a scope sees by version, each record once. */
export function readChangeKeys(db: Db, scope: StoreScope, feed: Feed, range: ChangesRange) {
  return QUERIES[feed].page.run(db, scope, range);
}

/** How many there are above one version and up to another. */
export async function countChanges(
  db: Db,
  scope: StoreScope,
  feed: Feed,
  versions: { readonly after: number; readonly last: number },
): Promise<number> {
  return onlyRow(await QUERIES[feed].count.run(db, scope, versions)).total;
}

/** The version above which all changes are of the moment or later, and no others. Time never goes back in a feed. */
export async function versionBefore(db: Db, scope: StoreScope, feed: Feed, instant: number): Promise<number> {
  let after = 0;
  let last = (await readFeedEnd(db, scope, feed))?.version ?? 0;
  while (after < last) {
    const middle = Math.floor((after + last) / 2);
    const [next] = await QUERIES[feed].next.run(db, scope, { after: middle });
    if (next === undefined || next.changed_at >= instant) last = middle;
    else after = next.version;
  }
  return after;
}

const QUERIES = { products: prepareQueries('products'), orders: prepareQueries('orders') };

function prepareQueries(feed: Feed) {
  return {
    page: prepareScopedQuery({ after: 0, limit: 0 }, (db, scope, { after, limit }) => {
      const firsts = changeStreams(feed, scope).map(({ seen }) => firstOf(seen, after, limit));
      return mergedBy(db, firsts, limit);
    }),
    next: prepareScopedQuery({ after: 0 }, (db, scope, { after }) => {
      const firsts = changeStreams(feed, scope).map(({ all }) => firstOf(all, after, 1));
      return mergedBy(db, firsts, 1);
    }),
    count: prepareScopedQuery({ after: 0, last: 0 }, (db, scope, { after, last }) => {
      const numbers = changeStreams(feed, scope).map(
        ({ seen }) =>
          sql`(select count(*) from (${seen}) as seen where version > ${after} and version <= ${last})`,
      );
      return db.selectNoFrom(sql<number>`${sql.join(numbers, sql` + `)}`.as('total'));
    }),
  };
}

function firstOf(changes: RawBuilder<ChangeKey>, after: number, limit: number) {
  return sql`select * from (
    select * from (${changes}) as changes where version > ${after} order by version limit ${limit}) as firsts`;
}

/** The first of each are enough to find the first of all: however long a feed is, little is put in order. */
function mergedBy(db: Db, firsts: readonly RawBuilder<unknown>[], limit: number) {
  return db
    .selectFrom(sql<ChangeKey>`(${sql.join(firsts, sql` union all `)})`.as('changes'))
    .selectAll()
    .orderBy('version')
    .limit(limit);
}
