import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { toRemoteAccountId } from '../../../electron/base/remote-accounts.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { storeBefore } from './store-before.ts';

it('migration 0021-remote-users removes what was stored under hashes, since their users are unknown', async () => {
  const db = await storeBefore('0021-remote-users');
  const [storeKeeper, remote] = [toRemoteAccountId(1), toRemoteAccountId(2)];
  for (const platform of ['storekeeper+https://api-demo.example', 'https://demo.example']) {
    await db.insertInto('remote_accounts').values({ platform, account: 'demo' }).execute();
  }
  for (const account_id of [7, storeKeeper, remote]) {
    await db.insertInto('preferences').values({ account_id, user_id: 3, data: '{}' }).execute();
    const made = { account_id, created_at: 1, manifest: '{}', path: '/a' };
    for (const user_id of [3, null]) {
      const row = { ...made, user_id };
      await db.insertInto('exports').values(row).execute();
    }
  }

  await migrateStore(db, migrations);

  const { rows } = await sql<{ account_id: number; user_id: number | null }>`
    select account_id, user_id from preferences union all select account_id, user_id from exports`.execute(db);
  expect(rows.filter(({ account_id }) => account_id === storeKeeper)).toEqual([
    { account_id: storeKeeper, user_id: null },
  ]);
  expect(rows).toHaveLength(7);
  await db.destroy();
});
