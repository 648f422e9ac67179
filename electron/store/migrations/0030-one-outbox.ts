import type { Migration } from 'kysely/migration';

/** Drops the list of removed webhooks of earlier versions. Pruning finds deliveries whose webhook is gone without it. */
export const oneOutbox: Migration = {
  async up(db) {
    await db.schema.dropTable('removed_webhooks').ifExists().execute();
  },
};
