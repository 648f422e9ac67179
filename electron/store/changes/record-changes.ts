import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { greater, isAmong } from '../dialects/expressions.ts';
import type { StoreDb } from '../schema.ts';
import { chunksOf, onlyRow } from '../scoped-queries.ts';
import { raiseVersion } from '../versions.ts';
import type { FeedsTable } from './changes-schema.ts';

const RECORDS_PER_STATEMENT = 10_000;

/**
 * Records a change of each of these orders, and of the orders that they follow; an order that does not exist any more is
 * recorded as deleted. Has to run in the transaction that writes the orders, after them: versions then grow with the
 * commits, since SQLite has one writer at a time and on PostgreSQL the row of `feeds` is locked until the commit.
 */
export async function recordOrderChanges(db: StoreDb, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids, RECORDS_PER_STATEMENT)) {
    const some = JSON.stringify(chunk);
    await recordTouched(db, touchedBy(some));
    for (const accountId of await recordTouched(db, removedOf(some))) await raiseVersion(db, accountId, 'order_lines');
  }
}

/** Rows with the columns `account_id`, `order_id`, `location_id` and `is_deleted`, each order once. */
type Touched = RawBuilder<unknown>;

/** A union of two queries by key: with one condition of two parts PostgreSQL would read all orders. */
function touchedBy(ids: string): Touched {
  const touched = sql`select account_id, id as order_id, location_id, 0 as is_deleted from orders`;
  return sql`
    ${touched} where ${isAmong('id', ids)}
    union ${touched} where id in (select follows_order_id from orders where ${isAmong('id', ids)})`;
}

function removedOf(ids: string): Touched {
  const isRemoved = sql<SqlBool>`is_deleted = 0 and ${isAmong('order_id', ids)}
    and not exists (select 1 from orders where id = order_id)`;
  // The accounts are named so that a change is found by its key.
  return sql`select account_id, order_id, location_id, 1 as is_deleted from order_changes
    where account_id in (select id from accounts) and ${isRemoved}`;
}

/** Answers the accounts of which something is recorded. */
async function recordTouched(db: StoreDb, touched: Touched): Promise<number[]> {
  const accounts = await sql<{ account_id: number; count: number }>`
    select account_id, count(*) as count from (${touched}) as touched group by account_id`.execute(db);
  for (const { account_id: accountId, count } of accounts.rows) {
    const { version, changedAt } = await raiseFeed(db, accountId, 'orders', count);
    // The plus prevents the database from reading all orders of the account.
    await sql`
      insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
        select account_id, order_id, ${version - count} + row_number() over (order by order_id), ${changedAt},
          location_id, is_deleted
        from (${touched}) as touched where +account_id = ${accountId}
        on conflict (account_id, order_id) do update set version = excluded.version, changed_at = excluded.changed_at,
          location_id = excluded.location_id, is_deleted = excluded.is_deleted`.execute(db);
  }
  return accounts.rows.map(({ account_id }) => account_id);
}

const LATER = greater(sql`feeds.changed_at`, sql`excluded.changed_at`);

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
