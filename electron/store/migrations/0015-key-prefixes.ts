import type { Migration } from 'kysely/migration';

/** How an API key begins, by which its owner knows it again. Keys that were made before have none. */
export const keyPrefixes: Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys').addColumn('key_prefix', 'text').execute();
  },
};
