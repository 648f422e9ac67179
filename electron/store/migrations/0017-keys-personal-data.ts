import type { Migration } from 'kysely/migration';

/** Whether an API key reads personal data. Keys that were made before do. */
export const keysPersonalData: Migration = {
  async up(db) {
    await db.schema
      .alterTable('api_keys')
      .addColumn('personal_data', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
