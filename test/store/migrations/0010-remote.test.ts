import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { storeBefore } from './store-before.ts';

const TOKEN = { token_hash: 'a', account_id: 1, user_id: 7, issued_at: 1, expires_at: 2 };
const KEY = {
  ...{ id: 5, account_id: 1, user_id: 7, name: 'Excel', key_hash: 'b' },
  ...{ created_at: 1, expires_at: null, last_used_at: 3 },
};

describe('migration 0010-remote', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0010-remote');
    // The tables before the migration, without a grant.
    const before = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    await before.insertInto('tokens').values(TOKEN).execute();
    await before.insertInto('api_keys').values(KEY).execute();
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  it('keeps every token and key, which need no upstream credential', async () => {
    expect(await db.selectFrom('tokens').selectAll().execute()).toEqual([{ ...TOKEN, sealed_grant: null }]);
    expect(await db.selectFrom('api_keys').selectAll().execute()).toEqual([
      { ...KEY, key_prefix: null, personal_data: 1, sealed_grant: null },
    ]);
  });
});
