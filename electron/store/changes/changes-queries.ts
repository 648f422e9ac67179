import { type RawBuilder, sql } from 'kysely';
import { productFields } from '../catalog/catalog-queries.ts';
import { isAmong, jsonObject } from '../dialects/expressions.ts';
import { type OrderRecord, ordersWithCustomer } from '../orders/orders-queries.ts';
import type { StoreDb } from '../schema.ts';
import { onlyRow, prepareQuery, prepareScopedQuery, type StoreScope } from '../scoped-queries.ts';
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

/** Whoever may see the last change; null where nothing ever changed. */
export async function readFeedEnd(db: StoreDb, { accountId }: StoreScope, feed: Feed): Promise<FeedEnd | null> {
  const found = await db
    .selectFrom('feeds')
    .select(['era', 'version'])
    .where('account_id', '=', accountId)
    .where('feed', '=', feed)
    .executeTakeFirst();
  return found ?? null;
}

/** Changes that a scope sees by version, each record once. */
export function readChangeKeys(db: StoreDb, scope: StoreScope, feed: Feed, range: ChangesRange) {
  return QUERIES[feed].page.run(db, scope, range);
}

/** How many there are above one version and up to another. */
export async function countChanges(
  db: StoreDb,
  scope: StoreScope,
  feed: Feed,
  versions: { readonly after: number; readonly last: number },
): Promise<number> {
  return onlyRow(await QUERIES[feed].count.run(db, scope, versions)).total;
}

/** The version above which all changes are of the moment or later, and no others. Time never goes back in a feed. */
export async function versionBefore(db: StoreDb, scope: StoreScope, feed: Feed, instant: number): Promise<number> {
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
        ({ seen }) => sql`(select count(*) from (${seen}) as seen where version > ${after} and version <= ${last})`,
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
function mergedBy(db: StoreDb, firsts: readonly RawBuilder<unknown>[], limit: number) {
  return db
    .selectFrom(sql<ChangeKey>`(${sql.join(firsts, sql` union all `)})`.as('changes'))
    .selectAll()
    .orderBy('version')
    .limit(limit);
}

export type Feed = FeedsTable['feed'];

/** A change in a feed: what it is of, its version, its moment. */
export interface ChangeKey {
  readonly id: number;
  readonly version: number;
  readonly changed_at: number;
}

/** Changes that an index has in the order of their versions. */
export interface ChangeStream {
  /** Whoever sees them. */
  readonly all: RawBuilder<ChangeKey>;
  /** Those that the scope sees and that no other stream of the feed overtook: together each record is there once. */
  readonly seen: RawBuilder<ChangeKey>;
}

/** Where the changes of a feed are found that a scope sees. */
function changeStreams(feed: Feed, { accountId, locationId }: StoreScope): readonly ChangeStream[] {
  if (feed === 'orders') return [ordersOf(accountId, locationId)];
  if (locationId === null) return [productsOf(accountId)];
  return [sharedOf(accountId, locationId), stockOf(accountId, locationId)];
}

function ordersOf(accountId: number, locationId: number | null): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select order_id as id, version, changed_at from order_changes where account_id = ${accountId}`;
  return { all, seen: locationId === null ? all : sql`${all} and location_id = ${locationId}` };
}

function productsOf(accountId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at from product_changes where account_id = ${accountId}`;
  return { all, seen: all };
}

/** Changes of what a product is at every location. */
function sharedOf(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, shared_version as version, shared_changed_at as changed_at
    from product_changes as shared where account_id = ${accountId}`;
  const later = sql`select 1 from stock_changes as later
    where later.account_id = ${accountId} and later.product_id = shared.product_id
      and later.location_id = ${locationId} and later.version > shared.shared_version`;
  return { all, seen: sql`${all} and not exists (${later})` };
}

function stockOf(accountId: number, locationId: number): ChangeStream {
  const all: RawBuilder<ChangeKey> = sql`
    select product_id as id, version, changed_at
    from stock_changes as stocked where account_id = ${accountId} and location_id = ${locationId}`;
  const later = sql`select 1 from product_changes as later
    where later.account_id = ${accountId} and later.product_id = stocked.product_id
      and later.shared_version >= stocked.version`;
  return { all, seen: sql`${all} and not exists (${later})` };
}

/** Products by id, each as JSON with the fields of the contract; one that is gone is not among them. */
export async function readChangedProducts(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  const found = await changedProducts.run(db, scope, { ids: JSON.stringify(ids) });
  return new Map(found.map(({ id, text }) => [id, text]));
}

const changedProducts = prepareScopedQuery({ ids: '' }, (db, scope, { ids }) =>
  db
    .selectFrom('products')
    .select('products.id')
    .select(jsonObject(productFields(scope)).as('text'))
    .where(isAmong('products.id', ids))
    .where(notByIndex('products.account_id'), '=', scope.accountId),
);

/** Orders by id with their customers; one that is gone is not among them. */
export async function readChangedOrders(
  db: StoreDb,
  { accountId }: StoreScope,
  ids: readonly number[],
): Promise<Map<number, OrderRecord>> {
  const found = await changedOrders.run(db, { accountId, ids: JSON.stringify(ids) });
  return new Map(found.map((order) => [order.id, order]));
}

const changedOrders = prepareQuery({ accountId: 0, ids: '' }, (db, { accountId, ids }) =>
  ordersWithCustomer(db).where(isAmong('orders.id', ids)).where(notByIndex('orders.account_id'), '=', accountId),
);

/** Keeps the database from reading all of the account instead of the few ids. */
function notByIndex(column: string) {
  return sql<number>`+${sql.ref(column)}`;
}
