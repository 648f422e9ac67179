import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { toRemoteAccountId } from '../../base/remote-accounts.ts';

/**
 * Stores users of other platforms by their full identity. StoreKeeper users were numbered by 31 bits of a hash. An API
 * key proves the identity that is encrypted in it, and gets the new number when it is used (`identifyBearer`). Older
 * tokens, which live for 30 minutes, are refused. Preferences and exports with such a number are removed, because
 * nothing proves whose they are.
 */
export const remoteUsers: Migration = {
  async up(db) {
    await db.schema
      .createTable('remote_users')
      .addColumn('number', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('identity', 'text', (c) => c.notNull())
      .addUniqueConstraint('remote_users_by_identity', ['account_id', 'identity'])
      .execute();
    for (const table of ['preferences', 'damaged_preferences', 'exports']) {
      await sql`delete from ${sql.table(table)} where user_id is not null and account_id in (
        select number + ${sql.lit(toRemoteAccountId(0))} from remote_accounts where platform like 'storekeeper+%')`.execute(
        db,
      );
    }
  },
};
