import type { Migration } from 'kysely/migration';

/** The index by which orders are found by their amount. */
export const orderAmounts: Migration = {
  async up(db) {
    await db.schema
      .createIndex('orders_by_value')
      .on('orders')
      .columns(['account_id', 'value_wt', 'date_purchased'])
      .execute();
  },
};
