import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Logs pings as deliveries, so that users find them there. */
export const pings: Migration = {
  async up(db) {
    await db.schema
      .createIndex('webhook_deliveries_pings')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'created_at'])
      .where(sql.ref('kind'), '=', sql.lit('ping'))
      .execute();
  },
};
