import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What orders have that makes no turnover, in their totals, and the index by which it is found for any order. */
export const nonRevenue: Migration = {
  async up(db) {
    for (const table of ['order_totals_by_day', 'order_totals_by_month']) {
      await db.schema
        .alterTable(table)
        .addColumn('non_revenue_wt', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await sql`create index non_revenue_items on order_items (order_id, type, value_wt)
      where type not in ('product', 'rounding')`.execute(db);
    const items = sql`select orders.*, orders.local_day as day, item.value_wt as non_revenue_wt
      from order_items as item inner join orders on orders.id = item.order_id
      where item.type not in ('product', 'rounding')`;
    await sumItems(db, 'order_totals_by_day', 'day', items);
    await sumItems(db, 'order_totals_by_month', 'month', sql`select *, day / 100 as month from order_totals_by_day`);
  },
};

async function sumItems(
  db: Kysely<unknown>,
  table: string,
  period: 'day' | 'month',
  source: RawBuilder<unknown>,
): Promise<void> {
  const keys = ['account_id', 'shop_id', period, 'status', 'payment_term', 'is_paid'];
  const columns = sql.join(keys.map((key) => sql.id(key)));
  const isSame = keys.map((key) => sql`${sql.id(table, key)} = ${sql.id('given', key)}`);
  await sql`update ${sql.id(table)} set non_revenue_wt = given.sum
    from (select ${columns}, sum(non_revenue_wt) as sum from (${source}) as source group by ${columns}) as given
    where ${sql.join(isSame, sql` and `)}`.execute(db);
}
