import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore } from '../../../electron/store/open-store.ts';
import { inTransaction } from '../../../electron/store/transactions.ts';

it('a transaction that SQLite rolled back by itself fails with the original error', async () => {
  const store = await openStore({ file: ':memory:' });
  const failed = inTransaction(store.db, async (db) => {
    // SQLite does this for some failures, such as a full disk.
    await sql`rollback`.execute(db);
    throw new Error('database or disk is full');
  });

  await expect(failed).rejects.toThrow('database or disk is full');
  await inTransaction(store.db, (db) => sql`select 1`.execute(db));
  await store.close();
});
