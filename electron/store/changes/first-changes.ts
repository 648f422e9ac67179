import { sql } from 'kysely';
import type { StoreDb } from '../schema.ts';

const IS_NEW = 'account_id not in (select account_id from feeds)';

/**
 * Records all products and orders of accounts without feeds. A product's change dates from the start of its shop, an
 * order's from its last update.
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

const CHANGE_TABLES = ['feeds', 'product_changes', 'stock_changes', 'order_changes'] as const;

/** Records all products and orders of a new account. Call it in the transaction that creates the account. */
export async function recordFirstChanges(db: StoreDb, accountId: number): Promise<void> {
  for (const table of CHANGE_TABLES) await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  for (const statement of FIRST_CHANGES) await sql.raw(statement).execute(db);
}
