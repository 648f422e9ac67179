import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { storeBefore } from './store-before.ts';

it('migration 0015-key-prefixes keeps existing keys, whose prefix is unknown', async () => {
  const db = await storeBefore('0015-key-prefixes');
  const before = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const key = { account_id: 1, user_id: 7, name: 'Excel', key_hash: 'b', created_at: 1 };
  await before.insertInto('api_keys').values(key).execute();
  await migrateStore(db, migrations);
  expect(await createApiKeysRepository(db).find('b')).toMatchObject({ ...key, key_prefix: null });
  await db.destroy();
});
