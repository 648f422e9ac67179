import type { Migration } from 'kysely/migration';

/** Adds the preferences of each user as JSON, and copies of damaged ones. */
export const preferences: Migration = {
  async up(db) {
    await db.schema
      .createTable('preferences')
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('preferences_by_user', ['account_id', 'user_id'])
      .execute();
    await db.schema
      .createTable('damaged_preferences')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .execute();
  },
};
