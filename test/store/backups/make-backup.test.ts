import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readShelf } from '../../../electron/store/backups/backup-shelf.ts';
import { type BackupOrder, makeBackup } from '../../../electron/store/backups/make-backup.ts';
import { migrations } from '../../../electron/store/migrations/index.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { digestTables } from '../../support/table-digests.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const AT = Date.parse('2026-11-21T12:00:00Z');

async function openShop() {
  const folder = temporaryFolder();
  const order: BackupOrder = {
    file: join(folder, 'tilldesk.sqlite'),
    folder: join(folder, 'backups'),
    reason: 'daily',
    at: AT,
    program: '0.1.0',
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

describe('makeBackup', () => {
  it('copies a store that is open, with what its log alone holds, and describes the copy', async () => {
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
    const [backup] = readShelf(order.folder).backups;
    expect(digestTables(backup?.file ?? '')).toEqual(digestTables(order.file));
    expect(backup?.bytes).toBe(statSync(backup?.file ?? '').size);
  });

  it('leaves a file and its description, for their owner alone, and nothing else', async () => {
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

  it('copies one moment, whatever is written while it does', async () => {
    const { order, store } = await openShop();
    const before = digestTables(order.file);
    const making = makeBackup(order);
    for (let id = 1; id <= 20; id += 1) await addAccount(store, id);
    await making;
    expect(digestTables(readShelf(order.folder).backups[0]?.file ?? '')).toEqual(before);
  });

  it('keeps the last seven of each day, and those of before migrations apart', async () => {
    const { order } = await openShop();
    for (let number = 0; number < 3; number += 1) {
      await makeBackup({ ...order, reason: 'migration', at: AT + number });
    }
    for (let day = 0; day < 9; day += 1) await makeBackup({ ...order, at: AT + day * DAY_MS });
    const { backups } = readShelf(order.folder);
    expect(backups.filter(({ reason }) => reason === 'migration')).toHaveLength(2);
    const daily = backups.filter(({ reason }) => reason === 'daily');
    expect(daily.map(({ madeAt }) => madeAt.slice(8, 10))).toEqual([
      '29',
      '28',
      '27',
      '26',
      '25',
      '24',
      '23',
    ]);
    expect(readdirSync(order.folder)).toHaveLength(18);
  });

  it('keeps a new one where those of before say that they were made later', async () => {
    const { order } = await openShop();
    for (let day = 0; day < 7; day += 1) await makeBackup({ ...order, at: AT + (365 + day) * DAY_MS });
    await makeBackup(order);
    await makeBackup({ ...order, at: AT + DAY_MS });
    const years = readShelf(order.folder).backups.map(({ madeAt }) => madeAt.slice(0, 4));
    expect(years).toEqual([...Array(5).fill('2027'), '2026', '2026']);
  });

  it('leaves no draft where a copy came to no end', async () => {
    const { order } = await openShop();
    const inTheWay = join(order.folder, 'daily-2026-11-21T12-00-00.000Z.sqlite');
    mkdirSync(inTheWay, { recursive: true });
    await expect(makeBackup(order)).rejects.toThrow();
    expect(readdirSync(order.folder).filter((name) => name.includes('draft'))).toEqual([]);
  });

  it('makes none where the disk has no room for twice the store, and keeps the others', async () => {
    const { order } = await openShop();
    await makeBackup(order);
    const later = { ...order, at: AT + DAY_MS };
    const bytes = statSync(order.file).size + statSync(`${order.file}-wal`).size;
    const outcome = await makeBackup(later, () => bytes);
    expect(outcome).toMatchObject({ kind: 'no-space', freeBytes: bytes });
    expect(readShelf(order.folder).backups).toHaveLength(1);
  });

  it('removes what a killed run left, and takes none of it for a backup', async () => {
    const { order } = await openShop();
    await makeBackup(order);
    const left = ['daily-2026-11-22T12-00-00.000Z.json', 'daily-2026-11-23T12-00-00.000Z.sqlite.draft-wal'];
    for (const name of left) writeFileSync(join(order.folder, name), '{}');
    expect(readShelf(order.folder).backups).toHaveLength(1);
    await makeBackup({ ...order, at: AT + 3 * DAY_MS });
    for (const name of left) expect(existsSync(join(order.folder, name))).toBe(false);
    expect(readShelf(order.folder).backups).toHaveLength(2);
  });

  it('says what is wrong with a damaged store, and keeps no copy of it', async () => {
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
