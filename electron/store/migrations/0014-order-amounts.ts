import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a list of orders needs to be summed and to be searched by amount. */
export const orderAmounts: Migration = {
  async up(db) {
    for (const table of ['order_totals_by_day', 'order_totals_by_month']) {
      await db.schema
        .alterTable(table)
        .addColumn('discount_ex', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await sumDiscounts(db, 'order_totals_by_day', 'day', sql`select *, local_day as day from orders`);
    await sumDiscounts(
      db,
      'order_totals_by_month',
      'month',
      sql`select *, day / 100 as month from order_totals_by_day`,
    );
    await db.schema
      .createIndex('orders_by_value')
      .on('orders')
      .columns(['account_id', 'value_wt', 'date_purchased'])
      .execute();
  },
};

async function sumDiscounts(
  db: Kysely<unknown>,
  table: string,
  period: 'day' | 'month',
  source: ReturnType<typeof sql>,
): Promise<void> {
  const keys = ['account_id', 'shop_id', period, 'status', 'payment_term', 'is_paid'];
  const columns = sql.join(keys.map((key) => sql.id(key)));
  const isSame = keys.map((key) => sql`${sql.id(table, key)} = ${sql.id('given', key)}`);
  await sql`update ${sql.id(table)} set discount_ex = given.discount_ex
    from (select ${columns}, sum(discount_ex) as discount_ex from (${source}) as source group by ${columns}) as given
    where ${sql.join(isSame, sql` and `)}`.execute(db);
}
