import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { storeBefore } from './store-before.ts';

const LEDGER = { account_id: 1, code: 'tips', ledger: '1900' };

describe('migration 0009-preferences', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0009-preferences');
    await insertRows(db, 'accounts', [{ id: 1, name: 'alpha' }]);
    await insertRows(db, 'ledger_accounts', [LEDGER]);
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  it('leaves existing rows, and adds none', async () => {
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([{ id: 1, name: 'alpha' }]);
    expect(await db.selectFrom('ledger_accounts').selectAll().execute()).toEqual([LEDGER]);
    expect(await db.selectFrom('preferences').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('damaged_preferences').selectAll().execute()).toEqual([]);
  });

  it('allows one row per user of an account', async () => {
    const row = { account_id: 1, user_id: 7, data: '{}' };
    await insertRows(db, 'preferences', [row, { ...row, user_id: 8 }, { ...row, account_id: 2 }]);
    await expect(insertRows(db, 'preferences', [row])).rejects.toThrow(/unique/i);
  });
});
