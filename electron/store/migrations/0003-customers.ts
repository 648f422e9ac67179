import type { Migration } from 'kysely/migration';

/** Adds customer segments, indexes for customers and their orders, and the plan version of demo shops. */
export const customers: Migration = {
  async up(db) {
    await db.schema
      .createTable('segments')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('account_id', 'integer', (c) => c.notNull().references('accounts.id'))
      .addColumn('title', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('customer_segments')
      .addColumn('account_id', 'integer', (c) => c.notNull().references('accounts.id'))
      .addColumn('customer_id', 'integer', (c) => c.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('segment_id', 'integer', (c) => c.notNull().references('segments.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('customer_segments_by_customer', ['customer_id', 'segment_id'])
      .execute();
    await db.schema
      .createIndex('customer_segments_by_segment')
      .on('customer_segments')
      .columns(['segment_id', 'customer_id'])
      .execute();
    await db.schema.createIndex('customers_by_account').on('customers').columns(['account_id', 'id']).execute();
    await db.schema
      .createIndex('orders_by_customer')
      .on('orders')
      .columns(['account_id', 'customer_id', 'location_id'])
      .execute();
    // Shops from before plan versions have none, so they are generated again.
    await db.schema
      .alterTable('demo_shops')
      .addColumn('plan_version', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
