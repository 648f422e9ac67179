import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../electron/store/open-store.ts';
import { addDays, dateAt } from '../../../shared/calendar.ts';
import { login } from '../../../shared/contract/auth.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { openAt } from '../../store/demo/demo-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const scriptOf = (entry: string) => fileURLToPath(new URL(`../../../electron/${entry}.ts`, import.meta.url));
const OWNER = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };
const LIVE_NUMBER = /^\d{11}$/;

function start(entry: string, argv: string[]) {
  const child = spawn(process.execPath, [scriptOf(entry), ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function run(entry: string, argv: string[]) {
  const child = start(entry, argv);
  const outputs = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [status] = await once(child, 'exit');
  const [out, err] = await outputs;
  return { status, out, err };
}

/** Starts without a window and answers, once it serves, what it printed. */
async function serve(argv: string[]) {
  const child = start('serve', ['--headless', '--port', '0', ...argv]);
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('Ctrl+C')) break;
  }
  const stop = async () => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  };
  return { printed, api: /http:\S+/.exec(printed)?.[0] ?? '', stop };
}

/** Reads the newest orders as somebody signed in. */
async function signedInReader(api: string): Promise<() => Promise<string[]>> {
  const answer = await fetch(api + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  const { token } = (await answer.json()) as { token: string };
  const today = dateAt(Date.now());
  const query = new URLSearchParams({ from: addDays(today, -1), to: today, sort: '-date_purchased' });
  return async () => {
    const page = await fetch(`${api}${listOrders.path}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await page.json()) as { data: { order_number: string }[] };
    return data.map(({ order_number }) => order_number);
  };
}

describe('a start with --live', { timeout: 240_000 }, () => {
  it('sells while one watches, through the API too, and stops and starts again with nothing broken', async () => {
    const folder = temporaryFolder();
    const dataDir = ['--data-dir', folder];
    const live = await serve([...dataDir, '--live', '--live-rate', '120']);
    expect(live.printed).toContain('the demo shop sells, about 120 actions a minute');
    const read = await signedInReader(live.api);
    let sold: string[] = [];
    while (sold.length < 3) sold = (await read()).filter((number) => LIVE_NUMBER.test(number));
    expect(await live.stop()).toEqual([0, null]);
    expect(readFileSync(join(folder, 'tilldesk.log'), 'utf8')).not.toMatch(
      /live till|a step of stopping failed/,
    );
    expect(await run('verify', dataDir)).toMatchObject({ status: 0, err: '' });

    const quiet = await serve(dataDir);
    expect(quiet.printed).not.toContain('the demo shop sells');
    const kept = await (await signedInReader(quiet.api))();
    expect(kept).toEqual(expect.arrayContaining(sold));
    expect(await quiet.stop()).toEqual([0, null]);
  });

  it('ends with status 1 and one sentence where the shop was generated for good', async () => {
    const folder = temporaryFolder();
    const store = await openStore({ file: join(folder, 'tilldesk.sqlite') });
    await openAt(store, '2026-01-05T10:00:00+01:00');
    await store.db.updateTable('demo_shops').set({ is_fixed: 1 }).execute();
    await store.close();

    const argv = ['--headless', '--port', '0', '--data-dir', folder];
    const { status, out, err } = await run('serve', [...argv, '--live']);
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe('There is no demo shop here that could sell: leave out --live.\n');
  });

  it('ends with status 2 and one sentence for a rate without --live', async () => {
    const { status, err } = await run('serve', ['--headless', '--live-rate', '5']);
    expect({ status, err }).toEqual({ status: 2, err: '--live-rate takes effect with --live only.\n' });
  });
});
