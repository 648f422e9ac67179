import type { Migration } from 'kysely/migration';

/** Adds whether an API key may read personal data. Older keys may. */
export const keysPersonalData: Migration = {
  async up(db) {
    await db.schema
      .alterTable('api_keys')
      .addColumn('personal_data', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
