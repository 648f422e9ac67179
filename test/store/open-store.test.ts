import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateStore, migrations } from '../../electron/store/migrations/migrate-store.ts';
import { closeStoresSync, openStore, type Store } from '../../electron/store/open-store.ts';
import type { StoreError } from '../../electron/store/store-error.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { writeStoreBefore } from './migrations/store-before.ts';

describe('openStore', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tilldesk-store-'));
    file = join(folder, 'store.db');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('sets every pragma that the program relies on', async () => {
    const store = await openStore({ file });

    expect(await pragma(store, 'journal_mode')).toBe('wal');
    expect(await pragma(store, 'synchronous')).toBe(2);
    expect(await pragma(store, 'foreign_keys')).toBe(1);
    expect(await pragma(store, 'busy_timeout')).toBe(5000);
    await store.close();
  });

  it('is closed synchronously, like every other open store', async () => {
    const others = [await openStore({ file: ':memory:' }), await openStore({ file: join(folder, 'copy.db') })];
    const store = await openStore({ file });
    await others[0]?.close();
    await store.db.insertInto('accounts').values({ id: 1, name: 'alpha' }).execute();
    closeStoresSync();
    expect(readdirSync(folder).sort()).toEqual(['copy.db', 'store.db']);
    await store.close();
  });

  it('refuses a file that is not a database', async () => {
    writeFileSync(
      file,
      'a letter to the accountant, which is longer than the header of a database file is. '.repeat(9),
    );

    expect(await failureOf(file)).toMatchObject({ code: 'corrupt', message: expect.stringContaining(file) });
  });

  it('refuses a missing folder', async () => {
    const missing = join(folder, 'missing', 'store.db');

    expect(await failureOf(missing)).toMatchObject({ code: 'unavailable', message: expect.stringContaining(missing) });
  });
});

describe('openStore with damage', () => {
  let file: string;

  /** A store whose last write is only in its log, as after a crash. */
  async function layCrashed(): Promise<void> {
    const store = await openStore({ file: `${file}.open` });
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    await store.db.insertInto('accounts').values({ id: 1, name: 'alpha' }).execute();
    for (const part of ['', '-wal']) copyFileSync(`${file}.open${part}`, `${file}${part}`);
    await store.close();
  }

  beforeEach(() => {
    file = join(createTemporaryFolder(), 'store.db');
  });

  it('leaves a damaged store and its log unchanged', async () => {
    await layCrashed();
    writeFileSync(file, readFileSync(file).fill(0xee, 100));
    const before = ['', '-wal'].map((part) => readFileSync(`${file}${part}`, 'base64'));

    expect(await failureOf(file)).toMatchObject({ code: 'corrupt' });
    expect(['', '-wal'].map((part) => readFileSync(`${file}${part}`, 'base64'))).toEqual(before);
  });

  it.each([
    ['0003-customers', '0p03-customers'],
    ['0009-preferences', '0009-preferencez'],
  ])('reports a store in which %s became %s as damaged, not as newer', async (name, other) => {
    const store = await openStore({ file });
    await sql`update kysely_migration set name = ${other} where name = ${name}`.execute(store.db);
    await store.close();

    expect(await failureOf(file)).toMatchObject({ code: 'corrupt', message: expect.stringContaining(name) });
  });

  it('does not write to a store of a newer program', async () => {
    const store = await openStore({ file });
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030')`.execute(store.db);
    await sql`pragma journal_mode = delete`.execute(store.db);
    await store.close();
    const before = readFileSync(file, 'base64');

    expect(await failureOf(file)).toMatchObject({ code: 'newer_schema' });
    expect(readFileSync(file, 'base64')).toBe(before);
  });
});

describe('openStore before migrations', () => {
  it('first makes a backup of a store in use, and leaves the store unchanged if that fails', async () => {
    const file = join(createTemporaryFolder(), 'store.db');
    await writeStoreBefore('0013', file);
    const refused = openStore({ file, beforeMigrations: () => Promise.reject(new Error('no room')) });
    await expect(refused).rejects.toThrow('no room');

    const seen: unknown[] = [];
    const migrated = await openStore({
      file,
      beforeMigrations: async () => {
        const connection = new DatabaseSync(file, { readOnly: true });
        seen.push(connection.prepare('select max(name) as name from kysely_migration').get()?.name);
        connection.close();
      },
    });
    expect(seen).toEqual(['0012-pings']);
    const { rows } = await sql`select name from sqlite_master where name = 'sign_in_proofs' and type = 'table'`.execute(
      migrated.db,
    );
    expect(rows).toHaveLength(1);
    await migrated.close();
  });

  it('makes no backup of a store that is new or up to date', async () => {
    const file = join(createTemporaryFolder(), 'store.db');
    const beforeMigrations = () => Promise.reject(new Error('not needed'));
    for (let start = 1; start <= 2; start += 1) {
      const store = await openStore({ file, beforeMigrations });
      await store.close();
    }
  });
});

describe('migrateStore', () => {
  it('reports each step for a store in use, and nothing for a new one', async () => {
    const file = join(createTemporaryFolder(), 'store.db');
    await writeStoreBefore('0030', file);
    const reported: string[] = [];
    const reportUpdate = (sentence: string) => void reported.push(sentence);
    for (const path of [file, file, ':memory:']) await (await openStore({ file: path, reportUpdate })).close();
    const names = Object.keys(migrations).filter((name) => name > '0030');
    expect(reported).toEqual([
      ...names.map(
        (name, index) => `Updating the data for this version, step ${index + 1} of ${names.length} (${name}).`,
      ),
    ]);
    expect(names.length).toBeGreaterThan(1);
  });

  it('rolls back a failed migration', async () => {
    const store = await openStore({ file: ':memory:' });
    const half = {
      ...migrations,
      '9999-half': {
        up: async (db: Store['db']) => {
          await db.schema.createTable('half_made').addColumn('id', 'integer').execute();
          throw new Error('power cut');
        },
      },
    };

    await expect(migrateStore(store.db, half)).rejects.toThrow('power cut');
    const left = await sql`select name from sqlite_master where name = 'half_made'`.execute(store.db);
    expect(left.rows).toEqual([]);
    await store.close();
  });
});

async function failureOf(file: string): Promise<StoreError | null> {
  return openStore({ file }).then(
    () => null,
    (error: StoreError) => error,
  );
}

async function pragma(store: Store, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(store.db);
  return Object.values(rows[0] ?? {})[0];
}
