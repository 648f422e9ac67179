import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { NodeSqliteDatabase, TransactionalSqliteDialect } from '../../electron/store/dialects/sqlite-connection.ts';
import { setTime } from '../../electron/store/dialects/store-time.ts';
import { KNOWN_DEFINITIONS } from '../../electron/store/migrations/known-definitions.ts';
import { migrateStore, migrations } from '../../electron/store/migrations/migrate-store.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { definitionDigest, foreignObjectIn } from '../../electron/store/own-schema.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'tilldesk.sqlite');
});

/** The store after the first migrations, changed by anyone who can write to its file. */
async function layStore(change: string, count = Object.keys(migrations).length): Promise<void> {
  const connection = new DatabaseSync(file, { defensive: false });
  setTime(connection, systemClock);
  const db = new Kysely({ dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)) });
  await migrateStore(db, Object.fromEntries(Object.entries(migrations).slice(0, count)));
  connection.exec(change);
  await db.destroy();
}

const UNDO =
  'create trigger undo after update on api_keys when new.revoked_at is not null begin insert into api_keys select * from api_keys; end';

describe('a store whose schema another program changed', () => {
  it.each([
    ['a trigger that undoes what the program does', UNDO, 'trigger "undo"'],
    ['a view', 'create view v as select 1', 'view "v"'],
    ['a virtual table', 'create virtual table f using fts5(x)', 'table "f"'],
    [
      'a trigger of the program that does something else',
      `drop trigger products_indexed_on_insert;
       create trigger products_indexed_on_insert after insert on products begin delete from orders; end`,
      'trigger "products_indexed_on_insert"',
    ],
    [
      'a trigger behind a comment',
      `${UNDO}; pragma writable_schema = on;
       update sqlite_schema set sql = replace(sql, 'CREATE TRIGGER', 'CREATE/*table*/TRIGGER') where name = 'undo'`,
      'trigger "undo"',
    ],
  ])('is refused with %s', async (_, change, found) => {
    await layStore(change);
    await expect(openStore({ file })).rejects.toMatchObject({
      code: 'corrupt',
      message: `The data file holds the ${found}, which Tilldesk does not make. Remove it with sqlite3, or recover.`,
    });
  });

  it('is refused with a trigger listed as a table, which SQLite reports as damage', async () => {
    await layStore(`${UNDO}; pragma writable_schema = on; update sqlite_schema set type = 'table' where name = 'undo'`);
    await expect(openStore({ file })).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('is refused with a history of migrations that is a view, without running that', async () => {
    const endless =
      'with recursive r(name) as (select 1 union all select name from r) select name, name as timestamp from r';
    await layStore(`drop table kysely_migration; create view kysely_migration as ${endless}`);
    await expect(openStore({ file })).rejects.toMatchObject({
      code: 'corrupt',
      message: 'The history of migrations is no table.',
    });
  });

  it('is refused before a pending migration could fire a trigger', async () => {
    await layStore(UNDO, 9);
    await expect(openStore({ file })).rejects.toMatchObject({ code: 'corrupt' });
    const connection = new DatabaseSync(file);
    expect(connection.prepare('select count(*) as n from kysely_migration').get()).toEqual({ n: 9 });
    connection.close();
  });
});

describe('a store of the program itself', () => {
  it.each(Object.keys(migrations).map((name, index) => [name, index + 1] as const))(
    'is opened and migrated from %s on',
    async (_, count) => {
      await layStore('create table notes (text text)', count);
      expect(foreignObjectIn(file)).toBeNull();
      const store = await openStore({ file });
      await store.close();
      expect(foreignObjectIn(file)).toBeNull();
    },
  );

  it('is opened with a trigger in the wording from before there was PostgreSQL', async () => {
    const change = `drop trigger customers_raise_customers_on_insert;
      create trigger "customers_raise_customers_on_insert" after insert on "customers" begin
        insert into versions values ("new"."account_id", 'customers', 1)
        on conflict do update set version = version + 1; end`;
    await layStore(change, Object.keys(migrations).indexOf('0029-recorded-by-writers'));
    await (await openStore({ file })).close();
  });

  it('has only definitions of known-definitions.ts after each migration', async () => {
    const made = new Set<string>();
    for (const count of Object.keys(migrations).keys()) {
      file = join(temporaryFolder(), 'tilldesk.sqlite');
      await layStore('', count + 1);
      const connection = new DatabaseSync(file);
      const rows = connection
        .prepare("select sql from sqlite_schema where sql is not null and type not in ('table', 'index')")
        .all();
      connection.close();
      for (const { sql } of rows) made.add(definitionDigest(String(sql)));
    }
    expect([...made].filter((digest) => !KNOWN_DEFINITIONS.has(digest))).toEqual([]);
    expect(made.size).toBeGreaterThan(30);
  });
});
