import type { Migration } from 'kysely/migration';

/** Drops the list of removed webhooks. Pruning finds their deliveries without it. */
export const oneOutbox: Migration = {
  async up(db) {
    await db.schema.dropTable('removed_webhooks').ifExists().execute();
  },
};
