import { type RawBuilder, sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import type { FeedsTable } from './changes-schema.ts';

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

/** Null where nothing ever changed. The last change may be invisible in the scope. */
export async function readFeedEnd(db: StoreDb, { accountId }: StoreScope, feed: Feed): Promise<FeedEnd | null> {
  const found = await db
    .selectFrom('feeds')
    .select(['era', 'version'])
    .where('account_id', '=', accountId)
    .where('feed', '=', feed)
    .executeTakeFirst();
  return found ?? null;
}

/** The visible changes by version, each record once. */
export function readChangeKeys(db: StoreDb, scope: StoreScope, feed: Feed, { after, limit }: ChangesRange) {
  const firsts = changeStreams(feed, scope).map(({ seen }) => firstOf(seen, after, limit));
  return mergedBy(db, firsts, limit).execute();
}

/** The number of visible changes above the version `after` and up to `last`. */
export async function countChanges(
  db: StoreDb,
  scope: StoreScope,
  feed: Feed,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<number> {
  const counts = changeStreams(feed, scope).map(
    ({ seen }) => sql`(select count(*) from (${seen}) as seen where version > ${after} and version <= ${last})`,
  );
  const { total } = await db
    .selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The version after which the first change at or after `instant` comes. Time never goes back in a feed. */
export async function versionBefore(db: StoreDb, scope: StoreScope, feed: Feed, instant: number): Promise<number> {
  let after = 0;
  let last = (await readFeedEnd(db, scope, feed))?.version ?? 0;
  while (after < last) {
    const middle = Math.floor((after + last) / 2);
    const next = await readNextChange(db, scope, feed, middle);
    if (next === undefined || next.changed_at >= instant) last = middle;
    else after = next.version;
  }
  return after;
}

/** Also one that is invisible in the scope. */
function readNextChange(db: StoreDb, scope: StoreScope, feed: Feed, after: number) {
  const firsts = changeStreams(feed, scope).map(({ all }) => firstOf(all, after, 1));
  return mergedBy(db, firsts, 1).executeTakeFirst();
}

function firstOf(changes: RawBuilder<ChangeKey>, after: number, limit: number) {
  return sql`select * from (
    select * from (${changes}) as changes where version > ${after} order by version limit ${limit}) as firsts`;
}

/** The first rows of each stream contain the first rows of all: little is sorted, however long a feed is. */
function mergedBy(db: StoreDb, firsts: readonly RawBuilder<unknown>[], limit: number) {
  return db
    .selectFrom(sql<ChangeKey>`(${sql.join(firsts, sql` union all `)})`.as('changes'))
    .selectAll()
    .orderBy('version')
    .limit(limit);
}

export type Feed = FeedsTable['feed'];

/** A change in a feed. */
export interface ChangeKey {
  /** Of the product or order. */
  readonly id: number;
  readonly version: number;
  readonly changed_at: number;
  /** The version that the reader is told: where they are locked to a location, it counts only what they see. */
  readonly shown: number;
}

/** Changes that an index has in the order of their versions. */
export interface ChangeStream {
  /** Also those that are invisible in the scope. */
  readonly all: RawBuilder<ChangeKey>;
  /** Those visible in the scope, without a later one in another stream of the feed: the streams have each record once. */
  readonly seen: RawBuilder<ChangeKey>;
}

function changeStreams(feed: Feed, { accountId, locationId }: StoreScope): readonly ChangeStream[] {
  if (feed === 'orders') return [ordersOf(accountId, locationId)];
  if (locationId === null) return [productsOf(accountId)];
  return [sharedOf(accountId, locationId), stockOf(accountId, locationId)];
}

const OWN = sql`coalesce(own_version, version)`;

function ordersOf(accountId: number, locationId: number | null): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select order_id as id, version, changed_at, ${locationId === null ? sql`version` : OWN} as shown
    from order_changes where account_id = ${accountId}`;
  return { all, seen: locationId === null ? all : sql`${all} and location_id = ${locationId}` };
}

function productsOf(accountId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at, version as shown from product_changes where account_id = ${accountId}`;
  return { all, seen: all };
}

/** Changes of products that are the same at every location. */
function sharedOf(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, shared_version as version, shared_changed_at as changed_at,
      coalesce(shared_own_version, shared_version) as shown
    from product_changes as shared where account_id = ${accountId}`;
  const later = sql`select 1 from stock_changes as later
    where later.account_id = ${accountId} and later.product_id = shared.product_id
      and later.location_id = ${locationId} and later.version > shared.shared_version`;
  return { all, seen: sql`${all} and not exists (${later})` };
}

function stockOf(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at, ${OWN} as shown
    from stock_changes as stocked where account_id = ${accountId} and location_id = ${locationId}`;
  const later = sql`select 1 from product_changes as later
    where later.account_id = ${accountId} and later.product_id = stocked.product_id
      and later.shared_version >= stocked.version`;
  return { all, seen: sql`${all} and not exists (${later})` };
}
