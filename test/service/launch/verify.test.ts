import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from '../../../electron/platform/embedded/password-hasher.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { seedFixtureShop } from '../../support/shop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SCRIPT = fileURLToPath(new URL('../../../electron/verify.ts', import.meta.url));
const EQUAL = 'All totals equal the orders, and all stock that of the locations.\n';

/** Runs the command in a process of its own and answers what came of it. */
async function verify(...argv: string[]) {
  const child = spawn(process.execPath, [SCRIPT, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const outputs = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [status] = await once(child, 'exit');
  const [out, err] = await outputs;
  return { status, out, err };
}

/** A data folder with the fixture shop in it, changed by `sabotage`. */
async function folderWithShop(sabotage?: string): Promise<string> {
  const folder = temporaryFolder();
  const store = await openStore({ file: join(folder, 'tilldesk.sqlite') });
  await seedFixtureShop(store.db, createPasswordHasher({ cost: CHEAP_COST }));
  if (sabotage) await sql.raw(sabotage).execute(store.db);
  await store.close();
  return folder;
}

describe('npm run store:verify', { timeout: 60_000 }, () => {
  it('ends with status 0 where all totals equal the orders', async () => {
    expect(await verify('--data-dir', await folderWithShop())).toEqual({ status: 0, out: EQUAL, err: '' });
  });

  it('names each difference, ends with status 1, and repairs when asked', async () => {
    const folder = await folderWithShop(
      'update payment_totals_by_day set amount = amount + 1 where shop_id = 14 and day = 20261005',
    );
    const line =
      'payment_totals_by_day account_id=1 shop_id=14 day=20261005 provider_id=302: ' +
      'amount is 252001, the rows give 252000\nDifferences: 1.\n';
    expect(await verify('--data-dir', folder)).toEqual({ status: 1, out: line, err: '' });

    const repaired = await verify('--repair', '--data-dir', folder);
    expect(repaired).toEqual({ status: 0, out: `${line}What differs was made anew.\n${EQUAL}`, err: '' });
    expect(await verify('--data-dir', folder)).toMatchObject({ status: 0, out: EQUAL });
  });

  it('makes no store where there is none', async () => {
    const folder = join(temporaryFolder(), 'mistyped');
    const { status, err } = await verify('--data-dir', folder);
    expect(status).toBe(1);
    expect(existsSync(folder)).toBe(false);
    expect(err).toMatch(/^There is no shop in .* yet: run npm start on it first\.\n$/);
  });

  it('ends with status 2 and one sentence for a wrong option', async () => {
    const { status, err } = await verify('--fix');
    expect(status).toBe(2);
    expect(err).toMatch(/^Unknown option '--fix'; --help shows the options\.\n$/);
  });
});
