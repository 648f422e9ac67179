import { type RawBuilder, sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import type { FeedsTable } from './changes-schema.ts';

/** Up to `limit` changes with a version above `after`. */
export interface ChangesRange {
  readonly after: number;
  readonly limit: number;
}

/** The last version of a feed, and its era. */
export interface FeedEnd {
  readonly era: string;
  readonly version: number;
}

/** `null` if nothing ever changed. The last change may be invisible in the scope. */
export async function readFeedEnd(db: StoreDb, { accountId }: StoreScope, feed: Feed): Promise<FeedEnd | null> {
  const found = await db
    .selectFrom('feeds')
    .select(['era', 'version'])
    .where('account_id', '=', accountId)
    .where('feed', '=', feed)
    .executeTakeFirst();
  return found ?? null;
}

/** Reads visible changes sorted by version. Each record occurs once. */
export function readChangeKeys(db: StoreDb, scope: StoreScope, feed: Feed, { after, limit }: ChangesRange) {
  const firsts = getChangeStreams(feed, scope).map(({ visible }) => selectFirst(visible, after, limit));
  return mergeStreams(db, firsts, limit).execute();
}

/** Counts visible changes with a version above `after`, up to `last`. */
export async function countChanges(
  db: StoreDb,
  scope: StoreScope,
  feed: Feed,
  { after, last }: { readonly after: number; readonly last: number },
): Promise<number> {
  const counts = getChangeStreams(feed, scope).map(
    ({ visible }) => sql`(select count(*) from (${visible}) as seen where version > ${after} and version <= ${last})`,
  );
  const { total } = await db
    .selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Finds the version before the first change at or after `instant`. Timestamps in a feed never decrease. */
export async function findVersionBefore(db: StoreDb, scope: StoreScope, feed: Feed, instant: number): Promise<number> {
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

/** The change may be invisible in the scope. */
function readNextChange(db: StoreDb, scope: StoreScope, feed: Feed, after: number) {
  const firsts = getChangeStreams(feed, scope).map(({ all }) => selectFirst(all, after, 1));
  return mergeStreams(db, firsts, 1).executeTakeFirst();
}

function selectFirst(changes: RawBuilder<ChangeKey>, after: number, limit: number) {
  return sql`select * from (
    select * from (${changes}) as changes where version > ${after} order by version limit ${limit}) as firsts`;
}

/** The first rows overall are among the first rows of the streams, so few rows are sorted even in a long feed. */
function mergeStreams(db: StoreDb, firsts: readonly RawBuilder<unknown>[], limit: number) {
  return db
    .selectFrom(sql<ChangeKey>`(${sql.join(firsts, sql` union all `)})`.as('changes'))
    .selectAll()
    .orderBy('version')
    .limit(limit);
}

export type Feed = FeedsTable['feed'];

export interface ChangeKey {
  /** The id of the product or order. */
  readonly id: number;
  readonly version: number;
  readonly changed_at: number;
  /** The version that the reader gets. For a reader who is locked to a location it counts visible changes only. */
  readonly shown: number;
}

/** Changes that an index returns sorted by version. */
export interface ChangeStream {
  /** Includes changes that are invisible in the scope. */
  readonly all: RawBuilder<ChangeKey>;
  /**
   * Visible changes, without those followed by a later one in another stream. Together, the streams have each record
   * once.
   */
  readonly visible: RawBuilder<ChangeKey>;
}

function getChangeStreams(feed: Feed, { accountId, locationId }: StoreScope): readonly ChangeStream[] {
  if (feed === 'orders') return [selectOrderChanges(accountId, locationId)];
  if (locationId === null) return [selectProductChanges(accountId)];
  return [selectSharedChanges(accountId, locationId), selectStockChanges(accountId, locationId)];
}

const OWN_VERSION = sql`coalesce(own_version, version)`;

function selectOrderChanges(accountId: number, locationId: number | null): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select order_id as id, version, changed_at, ${locationId === null ? sql`version` : OWN_VERSION} as shown
    from order_changes where account_id = ${accountId}`;
  return { all, visible: locationId === null ? all : sql`${all} and location_id = ${locationId}` };
}

function selectProductChanges(accountId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at, version as shown from product_changes where account_id = ${accountId}`;
  return { all, visible: all };
}

/** Selects product changes that all locations see. */
function selectSharedChanges(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, shared_version as version, shared_changed_at as changed_at,
      coalesce(shared_own_version, shared_version) as shown
    from product_changes as shared where account_id = ${accountId}`;
  const later = sql`select 1 from stock_changes as later
    where later.account_id = ${accountId} and later.product_id = shared.product_id
      and later.location_id = ${locationId} and later.version > shared.shared_version`;
  return { all, visible: sql`${all} and not exists (${later})` };
}

function selectStockChanges(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at, ${OWN_VERSION} as shown
    from stock_changes as stocked where account_id = ${accountId} and location_id = ${locationId}`;
  const later = sql`select 1 from product_changes as later
    where later.account_id = ${accountId} and later.product_id = stocked.product_id
      and later.shared_version >= stocked.version`;
  return { all, visible: sql`${all} and not exists (${later})` };
}
