import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { inTransaction, inWriteTransaction } from '../../electron/store/transactions.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

let store: Store;
let other: DatabaseSync;
beforeEach(async () => {
  const file = join(createTemporaryFolder(), 'store.sqlite');
  store = await openStore({ file });
  other = new DatabaseSync(file, { timeout: 0 });
});
afterEach(async () => {
  other.close();
  await store.close();
});

const otherWrites = () => other.exec("insert into accounts values (1, 'other')");

describe('a transaction that writes', () => {
  it('holds the lock from its beginning, so its reads are still valid when it writes', async () => {
    await inWriteTransaction(store.db, async (db) => {
      await db.selectFrom('accounts').selectAll().execute();
      expect(otherWrites).toThrow('locked');
      await db.insertInto('accounts').values({ id: 2, name: 'own' }).execute();
    });
    otherWrites();
    expect(await store.db.selectFrom('accounts').select('name').orderBy('id').execute()).toEqual([
      { name: 'other' },
      { name: 'own' },
    ]);
  });

  it('is part of its enclosing transaction', async () => {
    const failed = inWriteTransaction(store.db, async (outer) => {
      await inWriteTransaction(outer, (db) => db.insertInto('accounts').values({ id: 2, name: 'own' }).execute());
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await store.db.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });
});

describe('a transaction that reads', () => {
  it('does not block a writer, and does not see its changes', async () => {
    await inTransaction(store.db, async (db) => {
      await db.selectFrom('accounts').selectAll().execute();
      otherWrites();
      expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    });
  });
});
