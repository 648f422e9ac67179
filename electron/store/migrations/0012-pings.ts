import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the index by which the pings of a webhook are counted in the log of deliveries. */
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
