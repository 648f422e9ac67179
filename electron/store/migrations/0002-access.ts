import type { Migration } from 'kysely/migration';

/** Adds API keys and consecutive failed sign-ins. */
export const access: Migration = {
  async up(db) {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('key_hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .execute();
    await db.schema.createIndex('api_keys_by_user').on('api_keys').columns(['account_id', 'user_id']).execute();
    await db.schema
      .createTable('sign_in_failures')
      .addColumn('sign_in_hash', 'text', (c) => c.primaryKey())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('last_failed_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sign_in_failures_by_age').on('sign_in_failures').columns(['last_failed_at']).execute();
  },
};
