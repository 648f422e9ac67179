import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isAmong } from '../dialects/number-list.ts';
import { greater } from '../dialects/portable-sql.ts';
import { onlyRow } from '../only-row.ts';
import type { StoreSchema } from '../schema.ts';

type Db = Kysely<StoreSchema>;

const ORDERS_PER_STATEMENT = 10_000;

/**
 * Records a change of each of these orders, and of the order that one of them follows: an order that is no longer
 * there is deleted. Has to run in the transaction that writes the orders, after them: versions then grow with the
 * commits, since SQLite has one writer at a time and on PostgreSQL the row of `feeds` is locked until the commit.
 */
export async function recordOrderChanges(db: Db, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += ORDERS_PER_STATEMENT) {
    const some = JSON.stringify(ids.slice(start, start + ORDERS_PER_STATEMENT));
    await record(db, touchedBy(some));
    await record(db, removedOf(some));
  }
}

/** Rows with the columns `account_id`, `order_id`, `location_id` and `is_deleted`, each order once. */
type Touched = RawBuilder<unknown>;

/** Two queries, each by the key, joined to one: with a condition of two parts PostgreSQL would read all orders. */
function touchedBy(ids: string): Touched {
  const touched = sql`select account_id, id as order_id, location_id, 0 as is_deleted from orders`;
  return sql`
    ${touched} where ${isAmong('id', ids)}
    union ${touched} where id in (select follows_order_id from orders where ${isAmong('id', ids)})`;
}

function removedOf(ids: string): Touched {
  const isRemoved = sql<SqlBool>`is_deleted = 0 and ${isAmong('order_id', ids)}
    and not exists (select 1 from orders where id = order_id)`;
  // With the accounts named a change is found by its key, and not among all that ever were.
  return sql`select account_id, order_id, location_id, 1 as is_deleted from order_changes
    where account_id in (select id from accounts) and ${isRemoved}`;
}

async function record(db: Db, touched: Touched): Promise<void> {
  const accounts = await sql<{ account_id: number; count: number }>`
    select account_id, count(*) as count from (${touched}) as touched group by account_id`.execute(db);
  for (const { account_id: accountId, count } of accounts.rows) {
    const { version, changedAt } = await raiseFeed(db, accountId, count);
    // The plus keeps the database from reading all orders of the account to find these.
    await sql`
      insert into order_changes (account_id, order_id, version, changed_at, location_id, is_deleted)
        select account_id, order_id, ${version - count} + row_number() over (order by order_id), ${changedAt},
          location_id, is_deleted
        from (${touched}) as touched where +account_id = ${accountId}
        on conflict (account_id, order_id) do update set version = excluded.version, changed_at = excluded.changed_at,
          location_id = excluded.location_id, is_deleted = excluded.is_deleted`.execute(db);
  }
}

const LATER = greater(sql`feeds.changed_at`, sql`excluded.changed_at`);

/** Takes so many versions; the last of them is answered. Time never goes back in a feed, whatever the clock does. */
async function raiseFeed(db: Db, accountId: number, count: number) {
  const { rows } = await sql<{ version: number; changedAt: number }>`
    insert into feeds (account_id, feed, version, changed_at) values (${accountId}, 'orders', ${count}, now_ms())
      on conflict (account_id, feed) do update
        set version = feeds.version + excluded.version, changed_at = ${LATER}
      returning version, changed_at as "changedAt"`.execute(db);
  return onlyRow(rows);
}
