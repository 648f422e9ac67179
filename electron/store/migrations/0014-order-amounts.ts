import type { Migration } from 'kysely/migration';

/** Adds the index that finds orders by amount. */
export const orderAmounts: Migration = {
  async up(db) {
    await db.schema
      .createIndex('orders_by_value')
      .on('orders')
      .columns(['account_id', 'value_wt', 'date_purchased'])
      .execute();
  },
};
