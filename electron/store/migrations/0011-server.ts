import type { Migration } from 'kysely/migration';

/**
 * Adds sign-in attempts per minute and network peer, and the fingerprint of the key that encrypts secrets in the store.
 */
export const server: Migration = {
  async up(db) {
    await db.schema
      .createTable('sign_in_peers')
      .addColumn('peer_hash', 'text', (c) => c.primaryKey())
      .addColumn('window_start', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('sign_in_peers_by_age').on('sign_in_peers').columns(['window_start']).execute();
    await db.schema
      .createTable('server_keys')
      .addColumn('purpose', 'text', (c) => c.primaryKey())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .execute();
  },
};
