import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addDays, getDateAt } from '../../../shared/calendar.ts';
import { login } from '../../../shared/contract/auth.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { openDemoPlatform } from '../../support/fixture-platform.ts';
import { DEMO_OWNER } from '../../support/fixture-service.ts';
import { runProgram, type ServingProgram, startServing } from '../../support/program-process.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { pickBySize } from '../../support/test-size.ts';

const TIMEOUT_MS = 240_000;
const LIVE_NUMBER = /^\d{11}$/;

/** A data folder with the demo shop as it was some time ago. */
async function folderWithDemo(): Promise<string> {
  const folder = createTemporaryFolder();
  const { store } = await openDemoPlatform();
  await sql`vacuum into ${join(folder, 'tilldesk.sqlite')}`.execute(store.db);
  await store.close();
  return folder;
}

async function serve(argv: readonly string[]): Promise<ServingProgram> {
  const program = await startServing(['--port', '0', ...argv]);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  return program;
}

/** Reads the newest orders as a signed-in user. */
async function signedInReader(api: string): Promise<() => Promise<string[]>> {
  const answer = await fetch(api + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_OWNER),
  });
  const { token } = (await answer.json()) as { token: string };
  const today = getDateAt(Date.now());
  const query = new URLSearchParams({ from: addDays(today, -1), to: today, sort: '-date_purchased' });
  return async () => {
    const page = await fetch(`${api}${listOrders.path}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await page.json()) as { data: { order_number: string }[] };
    return data.map(({ order_number }) => order_number);
  };
}

describe('a start with --live', { timeout: TIMEOUT_MS }, () => {
  it('sells continuously, also through the API, and has consistent data after a restart', async () => {
    // In the full run the program itself makes the shop.
    const folder = await pickBySize({ quick: folderWithDemo, full: async () => createTemporaryFolder() })();
    const dataDir = ['--data-dir', folder];
    const live = await serve([...dataDir, '--live', '--live-rate', '120']);
    expect(live.lines.join()).toContain('the demo shop sells, about 120 actions a minute');
    const read = await signedInReader(live.address);
    const sold = await vi.waitUntil(
      async () => {
        const numbers = (await read()).filter((number) => LIVE_NUMBER.test(number));
        return numbers.length >= 3 && numbers;
      },
      { timeout: TIMEOUT_MS, interval: 200 },
    );
    expect(await live.stop()).toBe(0);
    expect(readFileSync(join(folder, 'tilldesk.log'), 'utf8')).not.toMatch(/live till|a step of the shutdown failed/);
    expect(await runProgram('verify', dataDir)).toMatchObject({ status: 0, err: '' });

    const quiet = await serve(dataDir);
    expect(quiet.lines.join()).not.toContain('the demo shop sells');
    const kept = await (await signedInReader(quiet.address))();
    expect(kept).toEqual(expect.arrayContaining(sold));
    expect(await quiet.stop()).toBe(0);
  });

  it('fails with status 2 and one sentence if the shop was generated permanently', async () => {
    const folder = createTemporaryFolder();
    await writeShop(folder);
    const argv = ['--headless', '--port', '0', '--data-dir', folder, '--live'];
    expect(await runProgram('serve', argv)).toEqual({
      status: 2,
      out: '',
      err: 'There is no demo shop here: leave out --live.\n',
    });
  });

  it('fails with status 2 and one sentence for a rate without --live', async () => {
    const { status, err } = await runProgram('serve', ['--headless', '--live-rate', '5']);
    expect({ status, err }).toEqual({ status: 2, err: '--live-rate takes effect only with --live.\n' });
  });
});
