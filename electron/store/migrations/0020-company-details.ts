import type { Migration } from 'kysely/migration';

/** Adds the seller's details for receipts and invoices. */
export const companyDetails: Migration = {
  async up(db) {
    await db.schema
      .createTable('company_details')
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('field', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('company_details_by_field', ['account_id', 'field'])
      .execute();
  },
};
