import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../electron/store/open-store.ts';
import { runProgram, startProgram } from '../../support/program-process.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

/** The lock file stays: removing it would let two programs hold the lock. */
const LOCK_FILE = 'tilldesk.lock';

const SMALL = ['--products', '500', '--orders', '300', '--days', '30'];

const generate = (...argv: string[]) => runProgram('generate', argv);

describe('npm run demo:generate', { timeout: 60_000 }, () => {
  it('creates the folder and store with access for their owner only, and prints what it created', async () => {
    const folder = join(createTemporaryFolder(), 'new');
    const { status, out, err } = await generate('--data-dir', folder, ...SMALL);

    expect(out).toMatch(/^Made 500 products and 300 orders of 30 days until 2026-10-31 \(seed 7\) in \d+ s: /);
    expect(out.trimEnd()).toMatch(/ MB in .*new\.$/);
    expect(err).toMatch(/^0%\n.*100%\n$/s);
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual([LOCK_FILE, 'tilldesk.sqlite']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'tilldesk.sqlite')).mode & 0o777).toBe(0o600);

    const store = await openStore({ file: join(folder, 'tilldesk.sqlite') });
    const shops = await store.db.selectFrom('demo_shops').select(['account_id', 'is_fixed']).execute();
    expect(shops).toEqual([
      { account_id: 1, is_fixed: 1 },
      { account_id: 2, is_fixed: 1 },
    ]);
    await store.close();
  });

  it('refuses a folder that has a shop and leaves it unchanged', async () => {
    const folder = createTemporaryFolder();
    const store = await openStore({ file: join(folder, 'tilldesk.sqlite') });
    await store.close();

    const { status, err } = await generate('--data-dir', folder, ...SMALL);
    expect(err).toBe(`${folder} already has a shop: choose an empty folder.\n`);
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual([LOCK_FILE, 'tilldesk.sqlite']);
  });

  it('leaves nothing of the shop if it is stopped', async () => {
    const folder = join(createTemporaryFolder(), 'stopped');
    const argv = ['--data-dir', folder, '--products', '500', '--orders', '500000'];
    const { child, ended } = startProgram('generate', argv);
    await once(child.stderr, 'data');
    child.kill('SIGINT');

    expect(await ended).toMatchObject({ status: 1, out: '' });
    expect((await ended).err).toMatch(/The generation was stopped and left nothing behind\.\n$/);
    expect(readdirSync(folder)).toEqual([LOCK_FILE]);
  });

  it('has no default folder, and creates none for invalid numbers', async () => {
    const unnamed = await generate();
    expect(unnamed.status).toBe(2);
    expect(unnamed.err).toBe('Name the folder to fill with --data-dir; --help shows the options.\n');

    const folder = join(createTemporaryFolder(), 'wrong');
    const { status, err } = await generate('--data-dir', folder, '--orders', 'many');
    expect(err).toBe('--orders takes a whole number from 1 to 5000000, not "many".\n');
    expect(status).toBe(2);
    expect(existsSync(folder)).toBe(false);
  });
});
