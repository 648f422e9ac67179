import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../electron/store/in-transaction.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';

describe('a transaction that SQLite rolled back by itself', () => {
  let store: Store;

  beforeEach(async () => {
    store = await openStore({ file: ':memory:' });
    return () => store.close();
  });

  it('fails with what went wrong, and leaves the connection as it was', async () => {
    await sql`pragma max_page_count = 1`.execute(store.db);
    const filled = inTransaction(store.db, async (db) => {
      await sql`create table big as
        with recursive rows(n) as (select 1 union all select n + 1 from rows where n < 100000)
        select n, randomblob(100) as bytes from rows`.execute(db);
    });

    await expect(filled).rejects.toThrow('database or disk is full');
    await inTransaction(store.db, (db) => sql`select 1`.execute(db));
  });
});
