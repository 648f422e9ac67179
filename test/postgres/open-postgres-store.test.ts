import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { migrations } from '../../electron/store/migrations/migrate-store.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../electron/store/open-postgres-store.ts';
import { buildDatabaseUrl, EMPTY_TEMPLATE, runStatement } from '../support/test-database.ts';
import { openDatabase } from './open-database.ts';

async function open(options: PostgresStoreOptions) {
  const store = await openPostgresStore(options);
  onTestFinished(() => store.close());
  return store;
}

const refusalOf = (url: string) => openPostgresStore({ url }).catch((error: unknown) => error);

describe('a store in PostgreSQL', () => {
  it('is migrated once by instances that start concurrently', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    const stores = await Promise.all(Array.from({ length: 6 }, () => open({ url, connections: 2 })));
    for (const { db } of stores) {
      expect(await db.selectFrom('orders').selectAll().execute()).toEqual([]);
    }
    const done = await runStatement(url, 'select name from kysely_migration order by name');
    expect(done).toEqual(Object.keys(migrations).map((name) => ({ name })));
  });

  it('has its rows after it is opened again', async () => {
    const url = await openDatabase();
    const first = await openPostgresStore({ url });
    await first.db.insertInto('accounts').values({ id: 1, name: 'demo' }).execute();
    await first.close();
    const { db } = await open({ url });
    expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([{ id: 1, name: 'demo' }]);
  });

  it('sorts text by its bytes, like SQLite', async () => {
    const { db } = await open({ url: await openDatabase() });
    const names = ['a', 'B', 'é', 'z', '_', 'A'];
    for (const [id, name] of names.entries()) {
      await db.insertInto('accounts').values({ id, name }).execute();
    }
    const ordered = await db.selectFrom('accounts').select('name').orderBy('name').execute();
    expect(ordered.map(({ name }) => name)).toEqual(['A', 'B', '_', 'a', 'z', 'é']);
  });

  it('uses no named statements, which a pooler would lend to another client', async () => {
    const store = await openPostgresStore({ url: await openDatabase(), connections: 1 });
    onTestFinished(() => store.close());
    for (const name of ['a', 'b', 'c']) {
      await store.db.selectFrom('accounts').selectAll().where('name', '=', name).execute();
    }
    const { rows } = await sql`select name from pg_prepared_statements`.execute(store.db);
    expect(rows).toEqual([]);
  });

  it('refuses a value that SQLite would refuse', async () => {
    const { db } = await open({ url: await openDatabase() });
    const insert = (id: number) => db.insertInto('accounts').values({ id, name: 'x' }).execute();
    await expect(insert(0.5)).rejects.toThrow(TypeError);
    await expect(insert(2 ** 53)).rejects.toThrow(TypeError);
  });

  it('throws for a number that JavaScript cannot hold exactly', async () => {
    const { db } = await open({ url: await openDatabase() });
    await expect(sql`select 9007199254740993::bigint as sum`.execute(db)).rejects.toThrow(RangeError);
    await expect(sql`select 0.5::numeric as sum`.execute(db)).rejects.toThrow(RangeError);
    const { rows } = await sql`select sum(x) as sum from (values (9007199254740990), (1)) as n (x)`.execute(db);
    expect(rows).toEqual([{ sum: 9_007_199_254_740_991 }]);
  });
});

describe('a database that cannot hold a store', () => {
  it('is not changed if it contains tables of another program', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    await runStatement(url, 'create table invoices (id int)');
    expect(await refusalOf(url)).toMatchObject({ name: 'StoreError', code: 'corrupt' });
    const tables = `select table_name from information_schema.tables where table_schema = 'public'`;
    expect(await runStatement(url, tables)).toEqual([{ table_name: 'invoices' }]);
  });

  it('is refused if a newer program wrote it', async () => {
    const url = await openDatabase();
    await runStatement(url, `insert into kysely_migration values ('9999-later', '2030-01-01')`);
    expect(await refusalOf(url)).toMatchObject({
      code: 'newer_schema',
      message: expect.stringContaining('"9999-later"'),
    });
  });

  it('is refused if its text has another encoding', async () => {
    const cluster = inject('postgresUrl');
    const name = 'tilldesk_latin';
    await runStatement(cluster, `create database ${name} template template0 encoding 'LATIN1'`);
    onTestFinished(async () => {
      await runStatement(cluster, `drop database ${name} with (force)`);
    });
    expect(await refusalOf(buildDatabaseUrl(cluster, name))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('LATIN1'),
    });
  });

  it('is refused if it does not allow the extension for substring search', async () => {
    const url = await openDatabase(EMPTY_TEMPLATE);
    await runStatement(url, 'drop role if exists guest');
    await runStatement(url, 'create role guest login');
    await runStatement(url, 'grant create, usage on schema public to guest');
    const asGuest = new URL(url);
    asGuest.username = 'guest';
    expect(await refusalOf(asGuest.href)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('pg_trgm'),
    });
  });
});

describe('a database that cannot be reached', () => {
  it.each([
    ['does not exist', (url: URL) => Object.assign(url, { pathname: '/absent' })],
    ['listens elsewhere', (url: URL) => Object.assign(url, { port: '1' })],
    ['does not support TLS', (url: URL) => Object.assign(url, { search: '?sslmode=require' })],
  ])('is reported without the password if it %s', async (_case, change) => {
    const url = new URL(inject('postgresUrl'));
    url.password = 'open-sesame';
    const refusal = await refusalOf(change(url).href);
    expect(refusal).toMatchObject({ name: 'StoreError', code: 'unavailable' });
    expect(`${refusal} ${JSON.stringify(refusal)} ${String(Object(refusal).cause)}`).not.toContain('sesame');
  });
});
