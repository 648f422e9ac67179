import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { greater, isAmong } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { chunksOf, onlyRow, writeRecords } from '../scoped-queries.ts';
import type { FeedsTable } from './changes-schema.ts';

const RECORDS_PER_STATEMENT = 10_000;

const LATER = greater(sql`feeds.changed_at`, sql`excluded.changed_at`);

/**
 * Records a change of each of these orders, and of the orders that they follow; an order that does not exist any more is
 * recorded as deleted. Has to run in the transaction that writes the orders, after them: versions then grow with the
 * commits, since SQLite has one writer at a time and on PostgreSQL the row of `feeds` is locked until the commit.
 */
export async function recordOrderChanges(db: StoreDb, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids, RECORDS_PER_STATEMENT)) {
    await writeRecords(db, chunk, takeVersions);
    await writeRecords(db, chunk, recordChanges);
  }
}

/** As many versions of the feed of orders as there are changes. */
const takeVersions = (isOf: IsOf) => [
  sql`
    insert into feeds (account_id, feed, version, changed_at)
      select account_id, 'orders', count(*), now_ms() from (${touchedBy(isOf)}) as touched group by account_id
      on conflict (account_id, feed) do update
        set version = feeds.version + excluded.version, changed_at = ${LATER}`,
];

/** The changes, under the versions that were taken last. */
const recordChanges = (isOf: IsOf) => [
  sql`
    insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
      select touched.account_id, order_id,
        feeds.version - count(*) over of_account + row_number() over (of_account order by is_deleted, order_id),
        feeds.changed_at, location_id, is_deleted
      from (${touchedBy(isOf)}) as touched
      join feeds on feeds.account_id = touched.account_id and feeds.feed = 'orders'
      where true
      window of_account as (partition by touched.account_id)
      -- The database numbers them for each location in the order in which they are written.
      order by touched.account_id, is_deleted, order_id
      on conflict (account_id, order_id) do update set version = excluded.version, changed_at = excluded.changed_at,
        location_id = excluded.location_id, is_deleted = excluded.is_deleted`,
];

type IsOf = (column: string) => Expression<SqlBool>;

/**
 * Rows with the columns `account_id`, `order_id`, `location_id` and `is_deleted`, each order once. A union of queries by
 * key: with one condition of two parts PostgreSQL would read all orders.
 */
function touchedBy(isOf: IsOf): RawBuilder<unknown> {
  const touched = sql`select account_id, id as order_id, location_id, 0 as is_deleted from orders`;
  return sql`
    ${touched} where ${isOf('id')}
    union ${touched} where id in (select follows_order_id from orders where ${isOf('id')})
    union all ${removedOf(isOf)}`;
}

/** Of these, those that do not exist any more, and of which it is not recorded. */
function removedOf(isOf: IsOf): RawBuilder<unknown> {
  // The accounts are named so that a change is found by its key.
  return sql`select account_id, order_id, location_id, 1 as is_deleted from order_changes
    where account_id in (select id from accounts) and is_deleted = 0 and ${isOf('order_id')}
      and not exists (select 1 from orders where id = order_id)`;
}

/** Takes `count` versions and answers the last. Time never goes back in a feed, whatever the clock does. */
async function raiseFeed(db: StoreDb, accountId: number, feed: FeedsTable['feed'], count: number) {
  const { rows } = await sql<{ version: number; changedAt: number }>`
    insert into feeds (account_id, feed, version, changed_at) values (${accountId}, ${feed}, ${count}, now_ms())
      on conflict (account_id, feed) do update
        set version = feeds.version + excluded.version, changed_at = ${LATER}
      returning version, changed_at as "changedAt"`.execute(db);
  return onlyRow(rows);
}

/**
 * Records a change of the stock of each of these products of the account, in the transaction that writes it, and after it.
 * Triggers record what changes in `stock`: this is for stock that a product has at no location.
 */
export async function recordStockChanges(db: StoreDb, accountId: number, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids, RECORDS_PER_STATEMENT)) {
    const { version, changedAt } = await raiseFeed(db, accountId, 'products', chunk.length);
    const changed = sql`${version - chunk.length} + row_number() over (order by id), ${changedAt}`;
    await sql`
      insert into product_changes (account_id, product_id, version, changed_at, shared_version, shared_changed_at)
        select account_id, id, ${changed}, ${changed}
        from products where ${isAmong('id', JSON.stringify(chunk))} and +account_id = ${accountId}
        on conflict (account_id, product_id)
          do update set version = excluded.version, changed_at = excluded.changed_at`.execute(db);
  }
}

const IS_NEW = 'account_id not in (select account_id from feeds)';

/**
 * Records everything in the shops of accounts that have no feeds yet: a product changed when its shop began, an order
 * when it was last updated.
 */
export const FIRST_CHANGES: readonly string[] = [
  `with began as (
    select account_id, min(moment) as moment from (
      select account_id, min(date_purchased) as moment from orders group by account_id
      union all select id, now_ms() from accounts) as moments
    where ${IS_NEW} group by account_id)
  insert into product_changes (account_id, product_id, version, changed_at, shared_version, shared_changed_at)
    select began.account_id, products.id, row_number() over by_id, moment, row_number() over by_id, moment
    from products join began on began.account_id = products.account_id
    window by_id as (partition by began.account_id order by products.id)`,
  `insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
    select account_id, id, row_number() over (partition by account_id order by date_updated, id),
      date_updated, location_id, 0
    from orders where ${IS_NEW}`,
  `insert into feeds (account_id, feed, version, changed_at)
    select account_id, feed, version, changed_at from (
      select account_id, 'products' as feed, max(version) as version, max(changed_at) as changed_at
        from product_changes group by account_id
      union all select account_id, 'orders', max(version), max(changed_at) from order_changes group by account_id) as lasts
    where ${IS_NEW}`,
];

const TABLES_OF_FEEDS = ['feeds', 'product_changes', 'stock_changes', 'order_changes'] as const;

/** The same for a new account, in the transaction that creates it. */
export async function recordFirstChanges(db: StoreDb, accountId: number): Promise<void> {
  for (const table of TABLES_OF_FEEDS) await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  for (const statement of FIRST_CHANGES) await sql.raw(statement).execute(db);
}
