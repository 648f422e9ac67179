import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { inTransaction, inWriteTransaction, takeLock } from '../../electron/store/transactions.ts';
import { openDatabase } from './open-database.ts';

type Db = Kysely<StoreSchema>;

let one: Db;
let other: Db;
beforeEach(async () => {
  const url = await openDatabase();
  const stores = [await openPostgresStore({ url }), await openPostgresStore({ url })] as const;
  [one, other] = [stores[0].db, stores[1].db];
  return async () => {
    for (const store of stores) await store.close();
  };
});

const fail = (code: string) => (db: Db) =>
  sql.raw(`do $$ begin raise exception using errcode = '${code}', message = 'made up'; end $$`).execute(db);

describe('a transaction that writes', () => {
  it.each(['40001', '40P01'])('is retried from its beginning after %s', async (code) => {
    let attempts = 0;
    await inWriteTransaction(one, async (db) => {
      attempts += 1;
      await db
        .insertInto('accounts')
        .values({ id: attempts, name: `try ${attempts}` })
        .execute();
      if (attempts < 3) await fail(code)(db);
    });
    expect(await one.selectFrom('accounts').selectAll().execute()).toEqual([{ id: 3, name: 'try 3' }]);
  });

  it('fails after the fifth attempt', async () => {
    let attempts = 0;
    const work = (db: Db) => {
      attempts += 1;
      return fail('40001')(db);
    };
    await expect(inWriteTransaction(one, work)).rejects.toThrow('made up');
    expect(attempts).toBe(5);
  });

  it('is not retried after a lock timeout, fails with a clear error and rolls back', async () => {
    let attempts = 0;
    await inWriteTransaction(other, async (beside) => {
      await takeLock(beside, 'a');
      const waiting = inWriteTransaction(one, async (db) => {
        attempts += 1;
        await sql`set local lock_timeout = 50`.execute(db);
        await db.insertInto('accounts').values({ id: 1, name: 'late' }).execute();
        await takeLock(db, 'a');
      });
      await expect(waiting).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/is busy: a lock was not released in time/),
      });
    });
    expect(attempts).toBe(1);
    expect(await one.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });

  it('resolves a deadlock so that both transactions commit', async () => {
    const rows = [1, 2].map((id) => ({ id, name: `account ${id}` }));
    await one.insertInto('accounts').values(rows).execute();
    const rename = (db: Db, id: number, name: string) =>
      db.updateTable('accounts').set({ name }).where('id', '=', id).execute();
    const met = meeting(2);
    const both = [1, 2].map((first) =>
      inWriteTransaction(first === 1 ? one : other, async (db) => {
        await rename(db, first, `first of ${first}`);
        await met.arrive();
        await rename(db, 3 - first, `then of ${first}`);
      }),
    );
    await Promise.all(both);
    const names = (await one.selectFrom('accounts').select('name').orderBy('id').execute()).map(({ name }) => name);
    expect([
      ['first of 1', 'then of 1'],
      ['then of 2', 'first of 2'],
    ]).toContainEqual(names);
  });
});

describe('a transaction that reads', () => {
  it('does not block a writer, and does not see its changes', async () => {
    await inTransaction(one, async (db) => {
      expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
      await other.insertInto('accounts').values({ id: 1, name: 'other' }).execute();
      expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([]);
    });
  });
});

describe('a lock', () => {
  /** Inserts the next free number. Two concurrent reads before the writes would give the same one. */
  const addAccount = (store: Db, turn: string, isReady: () => Promise<void>) =>
    inWriteTransaction(store, async (db) => {
      await isReady();
      await takeLock(db, turn);
      const taken = await db.selectFrom('accounts').select('id').execute();
      await sql`select pg_sleep(0.05)`.execute(db);
      await db
        .insertInto('accounts')
        .values({ id: taken.length + 1, name: `account ${taken.length + 1}` })
        .execute();
    });

  it('serialises transactions that read before they write, across connections', async () => {
    const met = meeting(6);
    const stores = [one, other, one, other, one, other];
    await Promise.all(stores.map((store) => addAccount(store, 'accounts', met.arrive)));
    const { total } = await one
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    expect(total).toBe(6);
  });
});

/** Holds callers until all have called once; a second call does not wait. */
function meeting(size: number) {
  const all = Promise.withResolvers<void>();
  let arrived = 0;
  return {
    arrive(): Promise<void> {
      arrived += 1;
      if (arrived >= size) all.resolve();
      return all.promise;
    },
  };
}
