import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { readDirectory } from '../../../electron/store/backups/backup-directory.ts';
import type { BackupAnswer, BackupRequest } from '../../../electron/store/backups/backup-work.ts';
import { type BackupOrder, makeBackup } from '../../../electron/store/backups/make-backup.ts';
import { migrations } from '../../../electron/store/migrations/migrate-store.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { createWorkerPool } from '../../../electron/workers/worker-pool.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { digestTables } from '../../support/table-digests.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const AT = Date.parse('2026-11-21T12:00:00Z');
/** Offset of the number of free pages in the header of a database. */
const FREE_PAGES_AT = 36;

async function openShop() {
  const folder = createTemporaryFolder();
  const order: BackupOrder = {
    file: join(folder, 'tilldesk.sqlite'),
    folder: join(folder, 'backups'),
    reason: 'daily',
    at: AT,
    program: '0.1.0',
    signingKey: null,
  };
  const store = await openStore({ file: order.file });
  onTestFinished(() => store.close());
  return { order, store };
}

const addAccount = ({ db }: Store, id: number) =>
  db
    .insertInto('accounts')
    .values({ id, name: `account ${id}` })
    .execute();

/** Uses a separate connection. */
function withStore<Result>(file: string, use: (connection: DatabaseSync) => Result): Result {
  const connection = new DatabaseSync(file);
  try {
    return use(connection);
  } finally {
    connection.close();
  }
}

/** All rows with their ids, for tables that have ids. */
function rowsById(file: string): ReadonlyMap<string, readonly string[]> {
  return withStore(file, (connection) => {
    const tables = connection.prepare(
      "select name from pragma_table_list where type in ('table', 'shadow') and wr = 0 and name not like 'sqlite_%'",
    );
    const rowsOf = (name: string) =>
      connection.prepare(`select rowid as row_id, * from "${name}" order by rowid`).all();
    return new Map(
      tables.all().map(({ name }) => [String(name), rowsOf(String(name)).map((row) => JSON.stringify(row))]),
    );
  });
}

/** The products that the full-text search finds for each of two terms. */
function foundIn(file: string): readonly (readonly unknown[])[] {
  return withStore(file, (connection) => {
    const search = connection.prepare('select rowid from product_search where product_search match ? order by rowid');
    return ['app', 'appel'].map((term) => search.all(`"${term}"`).map(({ rowid }) => rowid));
  });
}

describe('makeBackup', () => {
  it('copies an open store, including its write-ahead log, and describes the copy', async () => {
    const { order, store } = await openShop();
    await addAccount(store, 1);
    const outcome = await makeBackup(order);
    expect(outcome).toMatchObject({
      kind: 'made',
      backup: {
        reason: 'daily',
        madeAt: '2026-11-21T12:00:00.000Z',
        program: '0.1.0',
        schema: Object.keys(migrations).at(-1),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const [backup] = readDirectory(order.folder).backups;
    expect(digestTables(backup?.file ?? '')).toEqual(digestTables(order.file));
    expect(backup?.bytes).toBe(statSync(backup?.file ?? '').size);
  });

  it('leaves only the file and its description, private to their owner', async () => {
    const { order } = await openShop();
    await makeBackup(order);
    expect(readdirSync(order.folder).sort()).toEqual([
      'daily-2026-11-21T12-00-00.000Z.json',
      'daily-2026-11-21T12-00-00.000Z.sqlite',
    ]);
    expect(statSync(order.folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(order.folder)) {
      expect(statSync(join(order.folder, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('copies a consistent state, whatever is written meanwhile', async () => {
    const { order, store } = await openShop();
    const before = digestTables(order.file);
    const making = makeBackup(order);
    for (let id = 1; id <= 20; id += 1) await addAccount(store, id);
    await making;
    expect(digestTables(readDirectory(order.folder).backups[0]?.file ?? '')).toEqual(before);
  });

  it('preserves row ids, and full-text search finds the same as in the store', async () => {
    const { order, store } = await openShop();
    await seedFixtureShop(store.db);
    // A table without a key, with gaps between its row ids: SQLite does not promise to keep them.
    const changes = 'create table keyless (x text); insert into keyless select sku from products;';
    const gaps = 'delete from keyless where rowid % 2 = 0; delete from preferences where rowid % 2 = 0;';
    withStore(order.file, (connection) => connection.exec(`${changes} ${gaps}`));

    await makeBackup(order);

    const [backup] = readDirectory(order.folder).backups;
    const copy = join(order.folder, '..', 'copy.sqlite');
    copyFileSync(backup?.file ?? '', copy);
    const rows = rowsById(order.file);
    expect(rows.get('keyless')?.length).toBeGreaterThan(2);
    expect(rowsById(copy)).toEqual(rows);
    const found = foundIn(order.file);
    expect(found.every((ids) => ids.length > 0)).toBe(true);
    expect(foundIn(copy)).toEqual(found);
    // Compares the index with its rows; throws if they differ.
    withStore(copy, (connection) =>
      connection.exec("insert into product_search (product_search, rank) values ('integrity-check', 1)"),
    );
  });

  it('does not block writers while a worker makes it', { timeout: 60_000 }, async () => {
    const { order, store } = await openShop();
    await sql`create table filler (x blob)`.execute(store.db);
    for (let part = 0; part < 30; part += 1) {
      await sql`insert into filler values (randomblob(1000000))`.execute(store.db);
    }
    // A writer that finds a lock fails immediately.
    await sql`pragma busy_timeout = 0`.execute(store.db);
    const task = fileURLToPath(new URL('../../../electron/workers/backup-task.ts', import.meta.url));
    const pool = createWorkerPool({ data: null, clock: systemClock });
    onTestFinished(pool.close);
    const hasDraft = () => existsSync(order.folder) && readdirSync(order.folder).some((name) => name.includes('draft'));

    let isMade = false;
    const making = pool.run<BackupRequest, BackupAnswer>(task, { name: 'make', given: [order] }).finally(() => {
      isMade = true;
    });
    let written = 0;
    let writtenBesideDraft = 0;
    for (; !isMade; written += 1) {
      const isBesideDraft = hasDraft();
      await addAccount(store, written);
      if (isBesideDraft && hasDraft()) writtenBesideDraft += 1;
      await setImmediate();
    }

    expect(await making).toMatchObject({ kind: 'made' });
    expect(writtenBesideDraft).toBeGreaterThan(0);
    const digest = digestTables(readDirectory(order.folder).backups[0]?.file ?? '').get('accounts');
    expect(digest?.rows).toBeLessThan(written);
    expect(digestTables(order.file).get('accounts')?.rows).toBe(written);
  });

  it('keeps the last seven daily ones, and separately those from before migrations', async () => {
    const { order } = await openShop();
    for (let number = 0; number < 3; number += 1) {
      await makeBackup({ ...order, reason: 'migration', at: AT + number });
    }
    for (let day = 0; day < 9; day += 1) await makeBackup({ ...order, at: AT + day * DAY_MS });
    const { backups } = readDirectory(order.folder);
    expect(backups.filter(({ reason }) => reason === 'migration')).toHaveLength(2);
    const daily = backups.filter(({ reason }) => reason === 'daily');
    expect(daily.map(({ madeAt }) => madeAt.slice(8, 10))).toEqual(['29', '28', '27', '26', '25', '24', '23']);
    expect(readdirSync(order.folder)).toHaveLength(18);
  });

  it('keeps a new one even if earlier ones have later dates', async () => {
    const { order } = await openShop();
    for (let day = 0; day < 7; day += 1) await makeBackup({ ...order, at: AT + (365 + day) * DAY_MS });
    await makeBackup(order);
    await makeBackup({ ...order, at: AT + DAY_MS });
    const years = readDirectory(order.folder).backups.map(({ madeAt }) => madeAt.slice(0, 4));
    expect(years).toEqual([...Array(5).fill('2027'), '2026', '2026']);
  });

  it('leaves no draft of an unfinished copy', async () => {
    const { order } = await openShop();
    const inTheWay = join(order.folder, 'daily-2026-11-21T12-00-00.000Z.sqlite');
    mkdirSync(inTheWay, { recursive: true });
    await expect(makeBackup(order)).rejects.toThrow();
    expect(readdirSync(order.folder).filter((name) => name.includes('draft'))).toEqual([]);
  });

  it('makes none without disk space for twice the store, and keeps the others', async () => {
    const { order } = await openShop();
    await makeBackup(order);
    const later = { ...order, at: AT + DAY_MS };
    const bytes = statSync(order.file).size + statSync(`${order.file}-wal`).size;
    const outcome = await makeBackup(later, () => bytes);
    expect(outcome).toMatchObject({ kind: 'no-space', freeBytes: bytes });
    expect(readDirectory(order.folder).backups).toHaveLength(1);
  });

  it('makes none before a migration without disk space for seven times the store', async () => {
    const { order } = await openShop();
    const bytes = statSync(order.file).size + statSync(`${order.file}-wal`).size;
    const before = { ...order, reason: 'migration' as const };
    expect(await makeBackup(before, () => 6 * bytes)).toMatchObject({ kind: 'no-space', freeBytes: 6 * bytes });
    expect(await makeBackup(before, () => 8 * bytes)).toMatchObject({ kind: 'made' });
  });

  it('removes the files of a killed run, and uses none of them as a backup', async () => {
    const { order } = await openShop();
    await makeBackup(order);
    const left = ['daily-2026-11-22T12-00-00.000Z.json', 'daily-2026-11-23T12-00-00.000Z.sqlite.draft-wal'];
    for (const name of left) writeFileSync(join(order.folder, name), '{}');
    expect(readDirectory(order.folder).backups).toHaveLength(1);
    await makeBackup({ ...order, at: AT + 3 * DAY_MS });
    for (const name of left) expect(existsSync(join(order.folder, name))).toBe(false);
    expect(readDirectory(order.folder).backups).toHaveLength(2);
  });

  it('does not touch other files in the backup folder', async () => {
    const { order } = await openShop();
    await makeBackup(order);
    const others = ['my-accounts.json', 'letter.draft.odt'];
    for (const name of others) writeFileSync(join(order.folder, name), 'mine');
    mkdirSync(join(order.folder, 'old.draft'));
    await makeBackup({ ...order, at: AT + 3 * DAY_MS });
    expect(readdirSync(order.folder)).toEqual(expect.arrayContaining([...others, 'old.draft']));
    expect(readDirectory(order.folder).backups).toHaveLength(2);
  });

  it('reports the damage of a store even if its copy is intact, and keeps no copy', async () => {
    const { order, store } = await openShop();
    await store.close();
    const bytes = readFileSync(order.file);
    bytes.writeUInt32BE(bytes.readUInt32BE(FREE_PAGES_AT) + 1, FREE_PAGES_AT);
    writeFileSync(order.file, bytes);
    expect(await makeBackup(order)).toMatchObject({ kind: 'damaged', findings: [expect.stringMatching(/freelist/i)] });
    expect(readdirSync(order.folder)).toEqual([]);
  });

  it('reports the damage of a damaged store, and keeps no copy', async () => {
    const { order, store } = await openShop();
    await addAccount(store, 1);
    await store.db.destroy();
    const bytes = readFileSync(order.file);
    bytes.fill(0xee, bytes.indexOf('account 1') - 40, bytes.indexOf('account 1') + 400);
    writeFileSync(order.file, bytes);
    expect(await makeBackup(order)).toMatchObject({
      kind: 'damaged',
      findings: expect.arrayContaining([expect.any(String)]),
    });
    expect(readdirSync(order.folder)).toEqual([]);
  });
});
