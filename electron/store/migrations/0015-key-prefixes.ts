import type { Migration } from 'kysely/migration';

/** Adds the first characters of an API key, by which its owner recognises it. Older keys have none. */
export const keyPrefixes: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('key_prefix', 'text').execute();
  },
};
