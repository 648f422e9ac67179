import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores the value of the sold items before discount, which was summed from the items for each reader. */
export const soldValues: Migration = {
  async up(db) {
    await db.schema
      .alterTable('orders')
      .addColumn('sold_before_discount_wt', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update orders set sold_before_discount_wt = items.sold
      from (
        select order_id, sum(value_wt + discount_wt) as sold from order_items
        where quantity > 0 and type in ('product', 'gift_card', 'other') group by order_id
      ) as items
      where items.order_id = orders.id`.execute(db);
  },
};
