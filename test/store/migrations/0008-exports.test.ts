import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { storeBefore } from './store-before.ts';

describe('migration 0008-exports', () => {
  let db: Kysely<StoreSchema>;

  beforeEach(async () => {
    db = await storeBefore('0008-exports');
    await insertRows(db, 'accounts', [{ id: 1, name: 'alpha' }]);
    await migrateStore(db, migrations);
    return () => db.destroy();
  });

  const insert = () =>
    db
      .insertInto('exports')
      .values({ account_id: 1, user_id: null, created_at: 1, manifest: '{}', path: '/a' })
      .returning('id')
      .executeTakeFirstOrThrow();

  it('never reuses an id of the history', async () => {
    const { id } = await insert();
    await db.deleteFrom('exports').execute();
    expect((await insert()).id).toBe(id + 1);
  });
});
