import type { Migration } from 'kysely/migration';

/** Drops the copies of damaged preferences that earlier versions stored, and that nothing reads. */
export const noDamagedPreferences: Migration = {
  async up(db) {
    await db.schema.dropTable('damaged_preferences').ifExists().execute();
  },
};
