import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { inTransaction, inWriteTransaction } from '../../electron/store/transactions.ts';
import { asking } from '../support/test-database.ts';
import { openDatabase } from './open-database.ts';

type Db = Kysely<StoreSchema>;

async function open(search = '') {
  const url = await openDatabase();
  const store = await openPostgresStore({ url: `${url}${search}`, connections: 1 });
  onTestFinished(() => store.close());
  return { url, db: store.db };
}

/** The statement that holds these words, as the one connection prepared it. */
async function preparedWith(db: Db, words: string) {
  const { rows } = await sql<{ name: string; runs: number }>`
    select name, generic_plans + custom_plans as runs from pg_prepared_statements
    where statement like ${`%${words}%`} and statement not like '%pg_prepared_statements%'`.execute(db);
  return rows;
}

const named = (db: Db, name: string) => db.selectFrom('accounts').selectAll().where('name', '=', name).execute();

describe('a statement', () => {
  it('is prepared when it is sent for the second time, and from then on', async () => {
    const { db } = await open();
    await named(db, 'a');
    expect(await preparedWith(db, '"name" = $1')).toEqual([]);
    for (const name of ['b', 'c', 'd']) await named(db, name);
    expect(await preparedWith(db, '"name" = $1')).toMatchObject([{ runs: 3 }]);
  });

  it('is never prepared where the address of the database says so', async () => {
    const { db } = await open('?prepare=off');
    for (const name of ['a', 'b', 'c']) await named(db, name);
    const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
    expect(rows).toEqual([]);
  });

  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['by itself', (db) => named(db, 'a')],
    ['in a transaction that reads', (db) => inTransaction(db, (transaction) => named(transaction, 'a'))],
    ['in one that writes', (db) => inWriteTransaction(db, (transaction) => named(transaction, 'a'))],
  ])('answers %s what the table holds after another program changed its columns', async (_, read) => {
    const { url, db } = await open();
    await db.insertInto('accounts').values({ id: 1, name: 'a' }).execute();
    for (let time = 0; time < 3; time += 1) expect(await read(db)).toEqual([{ id: 1, name: 'a' }]);
    await asking(url, `alter table accounts add column colour text not null default 'red'`);
    for (let time = 0; time < 3; time += 1) expect(await read(db)).toEqual([{ id: 1, name: 'a', colour: 'red' }]);
    expect(await preparedWith(db, '"name" = $1'), 'prepared again').toHaveLength(2);
  });
});

describe('a connection', () => {
  it('is replaced once it holds more statements than are worth their memory', async () => {
    const { db } = await open();
    const state = async () => {
      const { rows } = await sql<{ pid: number; count: number }>`
        select pg_backend_pid() as pid, count(*) as count from pg_prepared_statements`.execute(db);
      return rows[0];
    };
    const before = await state();
    let most = 0;
    for (let number = 1; number <= 320; number += 1) {
      const ask = sql.raw(`select ${number} as number`);
      await ask.execute(db);
      await ask.execute(db);
      most = Math.max(most, (await state())?.count ?? 0);
    }
    expect((await state())?.pid).not.toBe(before?.pid);
    expect(most).toBeGreaterThan(250);
    expect(most).toBeLessThanOrEqual(301);
  });
});
