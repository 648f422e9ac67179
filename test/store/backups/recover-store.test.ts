import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { getManifestPath, readDirectory } from '../../../electron/store/backups/backup-directory.ts';
import { backupWork } from '../../../electron/store/backups/backup-work.ts';
import { type RecoverableStore, recoverStore } from '../../../electron/store/backups/recover-store.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const AT = Date.parse('2026-11-21T12:00:00Z');
const KEY = new Uint8Array(32).fill(7);

/** Writes a store with an account for each of its backups, and one that is in no backup. */
async function layShop(backupCount = 2, signingKey: Uint8Array | null = KEY) {
  const folder = createTemporaryFolder();
  const file = join(folder, 'tilldesk.sqlite');
  const backups = join(folder, 'backups');
  const store = await openStore({ file });
  const addAccount = (id: number) =>
    store.db
      .insertInto('accounts')
      .values({ id, name: `shop ${id}` })
      .execute();
  for (let id = 1; id <= backupCount; id += 1) {
    await addAccount(id);
    const at = AT + id * DAY_MS;
    await backupWork.make({ ...{ file, folder: backups, reason: 'daily', at, program: '0.1.0' }, signingKey });
  }
  await addAccount(100);
  await store.close();
  const choose = vi.fn<RecoverableStore['choose']>(async () => 'backup');
  const options: RecoverableStore = {
    ...{ file, backups, damaged: join(folder, 'damaged'), clock: createFixedClock(AT + 9 * DAY_MS) },
    ...{ work: backupWork, open: () => openStore({ file }), isInspected: false, choose, signingKey: KEY },
  };
  return { folder, file, backups, options, choose };
}

async function recoveredAccounts(options: RecoverableStore) {
  const { store, recovery } = await recoverStore(options);
  const accounts = await store.db.selectFrom('accounts').select('id').orderBy('id').execute();
  await store.close();
  return { recovery, accounts: accounts.map(({ id }) => id) };
}

/** Like an attacker with write access to the backup folder: also writes a description that matches the new bytes. */
function changeBackup(file: string, change: string): void {
  const connection = new DatabaseSync(file);
  connection.exec(change);
  connection.close();
  const bytes = readFileSync(file);
  const described = JSON.parse(readFileSync(getManifestPath(file), 'utf8'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(getManifestPath(file), JSON.stringify({ ...described, bytes: bytes.length, sha256 }));
}

/** Keeps the header, so that the file still counts as a database. */
function overwrite(file: string): void {
  writeFileSync(file, readFileSync(file).fill(0xee, 100));
}

describe('recoverStore', () => {
  it('does not automatically restore a backup that was changed together with its description', async () => {
    const { file, backups, options, choose } = await layShop();
    overwrite(file);
    const [newest, older] = readDirectory(backups).backups;
    changeBackup(newest?.file ?? '', "update accounts set name = 'shop of somebody else' where id = 2");

    const { recovery, accounts } = await recoveredAccounts(options);

    expect(choose.mock.calls[0]?.[0]).toMatchObject({
      backup: { madeAt: older?.madeAt },
      unverified: { madeAt: newest?.madeAt },
    });
    expect(recovery).toMatchObject({ backup: { madeAt: older?.madeAt }, isVerified: true });
    expect(accounts).toEqual([1]);
  });

  it('restores a backup that was changed only on explicit request', async () => {
    const { file, backups, options, choose } = await layShop(1);
    overwrite(file);
    const [backup] = readDirectory(backups).backups;
    const changed = new DatabaseSync(backup?.file ?? '');
    changed.exec("insert into accounts (id, name) values (7, 'added by hand')");
    changed.close();

    await expect(recoveredAccounts(options)).rejects.toThrow('No backup can be restored.');
    expect(choose.mock.calls[0]?.[0]).toMatchObject({ backup: null, unverified: { madeAt: backup?.madeAt } });

    const asked = await recoveredAccounts({ ...options, choose: async () => 'unverified' });
    expect(asked).toMatchObject({ recovery: { isVerified: false }, accounts: [1, 7] });
  });

  it('restores a backup of an older version, which is unsigned, only on explicit request', async () => {
    const { file, backups, options, choose } = await layShop(2, null);
    expect(readFileSync(getManifestPath(readDirectory(backups).backups[0]?.file ?? ''), 'utf8')).not.toContain('hmac');
    overwrite(file);
    await expect(recoveredAccounts(options)).rejects.toThrow('No backup can be restored.');
    expect(choose.mock.calls[0]?.[0]).toMatchObject({
      backup: null,
      unverified: { madeAt: '2026-11-23T12:00:00.000Z' },
      skipped: [{ reason: 'it was changed, or an older version made it' }],
    });

    const asked = await recoveredAccounts({ ...options, choose: async () => 'unverified' });
    expect(asked).toMatchObject({ recovery: { isVerified: false }, accounts: [1, 2] });
  });

  it('does not accept a backup that another data folder signed', async () => {
    const { file, options, choose } = await layShop(1);
    overwrite(file);
    const signingKey = new Uint8Array(32).fill(8);
    await expect(recoveredAccounts({ ...options, signingKey })).rejects.toThrow('No backup can be restored.');
    expect(choose.mock.calls[0]?.[0]).toMatchObject({
      backup: null,
      unverified: { bytes: expect.any(Number) },
    });
  });

  it('opens an intact store without asking', async () => {
    const { options, choose } = await layShop();
    expect(await recoveredAccounts({ ...options, isInspected: true })).toEqual({
      recovery: null,
      accounts: [1, 2, 100],
    });
    expect(choose).toHaveBeenCalledTimes(0);
  });

  it('restores the newest backup if the user chooses so', async () => {
    const { file, options, choose } = await layShop();
    overwrite(file);
    const { recovery, accounts } = await recoveredAccounts(options);
    expect(accounts).toEqual([1, 2]);
    expect(recovery?.backup?.madeAt).toBe('2026-11-23T12:00:00.000Z');
    expect(choose.mock.calls[0]?.[0]).toMatchObject({
      damage: `The data file ${file} is damaged or is not a data file.`,
      skipped: [],
    });
    expect(readFileSync(join(recovery?.setAside ?? '', 'tilldesk.sqlite')).at(-1)).toBe(0xee);
    expect(existsSync(`${file}.restoring`)).toBe(false);
  });

  it('skips altered backups, and names them', async () => {
    const { file, backups, options, choose } = await layShop(3);
    overwrite(file);
    const [newest, second] = readDirectory(backups).backups;
    truncateSync(newest?.file ?? '', 4_096);
    rmSync(getManifestPath(second?.file ?? ''));
    expect((await recoveredAccounts(options)).accounts).toEqual([1]);
    expect(choose.mock.calls[0]?.[0].skipped).toEqual([
      {
        name: 'daily-2026-11-23T12-00-00.000Z.sqlite',
        reason: 'its description is missing or belongs to another backup',
      },
      {
        name: 'daily-2026-11-24T12-00-00.000Z.sqlite',
        reason: expect.stringMatching(/^it (is damaged|cannot be read)/),
      },
    ]);
  });

  it('skips a backup of a newer program', async () => {
    const { file, backups, options } = await layShop();
    overwrite(file);
    const description = getManifestPath(readDirectory(backups).backups[0]?.file ?? '');
    const described = JSON.parse(readFileSync(description, 'utf8'));
    writeFileSync(description, JSON.stringify({ ...described, schema: '9999-later' }));
    expect((await recoveredAccounts(options)).accounts).toEqual([1]);
  });

  it('starts empty if the user chooses so, and keeps the damaged files', async () => {
    const { file, options } = await layShop();
    overwrite(file);
    const { recovery, accounts } = await recoveredAccounts({ ...options, choose: async () => 'new' });
    expect(accounts).toEqual([]);
    expect(recovery).toMatchObject({ backup: null });
    expect(readdirSync(recovery?.setAside ?? '')).toContain('tilldesk.sqlite');
  });

  it.each(['backup', 'new'] as const)('leaves no draft of a restore behind (%s)', async (choice) => {
    const { folder, file, options } = await layShop();
    overwrite(file);
    writeFileSync(`${file}.restoring`, 'of a restore that was killed');
    const prepareRestore = async (_: unknown, draft: string) => {
      writeFileSync(draft, 'half a copy');
      throw new Error('no room');
    };
    const work = { ...backupWork, prepareRestore };
    const recovered = recoveredAccounts({ ...options, work, choose: async () => choice });
    if (choice === 'backup') await expect(recovered).rejects.toThrow('no room');
    else await recovered;
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
    if (choice === 'backup') expect(readFileSync(file).at(-1)).toBe(0xee);
  });

  it('changes nothing without a choice', async () => {
    const { folder, file, options } = await layShop();
    overwrite(file);
    const before = readFileSync(file);
    const declined = recoverStore({ ...options, choose: () => Promise.reject(new Error('declined')) });
    await expect(declined).rejects.toThrow('declined');
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'damaged'))).toBe(false);
  });

  it.each(['emptied', 'removed'])('does not start empty without asking if the file was %s', async (how) => {
    const { file, options, choose } = await layShop();
    if (how === 'emptied') truncateSync(file);
    else rmSync(file);
    expect((await recoveredAccounts(options)).accounts).toEqual([1, 2]);
    expect(choose.mock.calls[0]?.[0].damage).toMatch(/is missing or empty/);
  });

  it('starts in an empty folder without asking', async () => {
    const { options, file, backups, choose } = await layShop(0);
    rmSync(file);
    rmSync(backups, { recursive: true, force: true });
    expect((await recoveredAccounts(options)).recovery).toBeNull();
    expect(choose).toHaveBeenCalledTimes(0);
  });

  it('treats a missing table as damage, although SQLite only reports it as missing', async () => {
    const { file, options, choose } = await layShop();
    const connection = new DatabaseSync(file, { defensive: false });
    connection.exec('pragma writable_schema = on');
    connection.exec("delete from sqlite_master where tbl_name = 'demo_shops'");
    connection.close();
    const open = async () => {
      const store = await openStore({ file });
      const use = store.db.selectFrom('demo_shops').selectAll().execute();
      await use.catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
      return store;
    };
    expect((await recoveredAccounts({ ...options, open })).accounts).toEqual([1, 2]);
    expect(choose.mock.calls[0]?.[0].damage).toMatch(/^The data file tilldesk.sqlite is damaged \(/);
  });

  it('rethrows an error unrelated to the data', async () => {
    const { options, choose } = await layShop();
    const open = () => Promise.reject(new TypeError('a mistake'));
    await expect(recoverStore({ ...options, open })).rejects.toThrow(TypeError);
    expect(choose).toHaveBeenCalledTimes(0);
  });

  it('reports in one sentence that a backup cannot be read or copied', async () => {
    const { file, options } = await layShop();
    overwrite(file);
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { syscall: 'copyfile' });
    const work = { ...backupWork, prepareRestore: () => Promise.reject(full) };
    await expect(recoverStore({ ...options, work })).rejects.toThrow(
      'The backup cannot be restored (ENOSPC: no space left on device). Nothing was changed.',
    );
  });

  it('continues after a kill between setting aside and restoring', async () => {
    const { folder, file, options } = await layShop();
    overwrite(file);
    writeFileSync(`${file}-wal`, 'the earlier log');
    await recoveredAccounts(options);
    // The state after the store was moved and before its log was.
    const [aside = ''] = readdirSync(join(folder, 'damaged'));
    rmSync(file);
    rmSync(join(folder, 'damaged', aside, 'tilldesk.sqlite-wal'));
    writeFileSync(`${file}-wal`, 'the earlier log');
    writeFileSync(`${file}.restoring`, 'half a copy');
    const { recovery, accounts } = await recoveredAccounts(options);
    expect(accounts).toEqual([1, 2]);
    expect(readFileSync(join(recovery?.setAside ?? '', 'tilldesk.sqlite-wal'), 'utf8')).toBe('the earlier log');
  });

  it('finds damage on request that a start does not notice', async () => {
    const { file, options } = await layShop();
    const bytes = readFileSync(file);
    // Changes either the table or its index.
    bytes.write('shop 999', bytes.indexOf('shop 100'));
    writeFileSync(file, bytes);
    expect((await recoveredAccounts(options)).recovery).toBeNull();
    expect((await recoveredAccounts({ ...options, isInspected: true })).accounts).toEqual([1, 2]);
  });
});
