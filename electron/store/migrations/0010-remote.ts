import type { Migration } from 'kysely/migration';

/** Adds encrypted credentials for users of other deployments, and numbers for their accounts. */
export const remote: Migration = {
  async up(db) {
    await db.schema.alterTable('tokens').addColumn('sealed_grant', 'text').execute();
    await db.schema.alterTable('api_keys').addColumn('sealed_grant', 'text').execute();
    await db.schema
      .createTable('remote_accounts')
      .addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('account', 'text', (c) => c.notNull())
      .addUniqueConstraint('remote_accounts_by_name', ['platform', 'account'])
      .execute();
  },
};
