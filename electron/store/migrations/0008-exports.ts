import type { Migration } from 'kysely/migration';

/** Adds the export history and the ledger accounts of the journal. */
export const exports: Migration = {
  async up(db) {
    await db.schema
      .createTable('exports')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('manifest', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('snapshot', 'text')
      .execute();
    await db.schema.createIndex('exports_by_account').on('exports').columns(['account_id', 'id']).execute();
    await db.schema
      .createTable('ledger_accounts')
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('ledger', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('ledger_accounts_by_code', ['account_id', 'code'])
      .execute();
  },
};
