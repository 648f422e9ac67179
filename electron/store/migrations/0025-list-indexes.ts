import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds covering indexes for reading, counting and summing lists. */
export const listIndexes: Migration = {
  async up(db) {
    await storeNonRevenue(db);
    await db.schema.dropIndex('non_revenue_items').ifExists().execute();
    await db.schema.dropIndex('orders_by_date').ifExists().execute();
    await db.schema
      .createIndex('orders_by_date')
      .on('orders')
      .columns(['account_id', 'date_purchased', 'id', 'status'])
      .columns(['value_wt', 'value_ex', 'discount_wt', 'discount_ex', 'non_revenue_wt'])
      .columns(['shop_id', 'location_id', 'payment_term', 'is_paid'])
      .execute();
    await createSortIndexes(db, 'products', ['folded_sku', 'folded_title', 'stock']);
    await createSortIndexes(db, 'customers', ['folded_name', 'date_created']);
  },
};

/** Stores the non-revenue value of each order, which was summed from its items before. */
async function storeNonRevenue(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('orders')
    .addColumn('non_revenue_wt', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update orders set non_revenue_wt = items.value_wt
    from (
      select order_id, sum(value_wt) as value_wt from order_items
      where type not in ('product', 'rounding') group by order_id
    ) as items
    where items.order_id = orders.id`.execute(db);
}

async function createSortIndexes(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    const name = `${table}_sorted_by_${column}`;
    await db.schema.createIndex(name).on(table).columns(['account_id', column, 'id']).execute();
  }
}
