import type { Migration } from 'kysely/migration';

/** Adds proofs that a sign-in comes from a device where the user was signed in before. Each counts wrong passwords. */
export const signInProofs: Migration = {
  async up(db) {
    await db.schema
      .createTable('sign_in_proofs')
      .addColumn('proof_hash', 'text', (c) => c.primaryKey())
      .addColumn('sign_in_hash', 'text', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('kept_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('sign_in_proofs_by_sign_in')
      .on('sign_in_proofs')
      .columns(['sign_in_hash', 'kept_until'])
      .execute();
    await db.schema.createIndex('sign_in_proofs_by_age').on('sign_in_proofs').columns(['kept_until']).execute();
  },
};
