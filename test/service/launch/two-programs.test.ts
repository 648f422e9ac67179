import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../../electron/platform/embedded/demo/demo-account.ts';
import { openDemoShops } from '../../../electron/platform/embedded/demo/open-demo-shops.ts';
import { createPasswordHasher } from '../../../electron/platform/embedded/password-hasher.ts';
import { systemClock } from '../../../electron/session/clock.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { login, readMe } from '../../../shared/contract/auth.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';

const TIMEOUT_MS = 240_000;
const EMAIL = 'owner@demo.example';
const OWNER = { account: 'demo', email: EMAIL, password: DEMO_PASSWORD };
/** Nothing of it is in a copy: orders name customers. */
const ORDERS = `${listOrders.path}?from=2026-10-01&limit=1`;
/** More than what went well before, by which the breaker judges. */
const MANY = 80;
const folder = mkdtempSync(join(tmpdir(), 'tilldesk-two-'));
const THERE = join(folder, 'there');
const HERE = join(folder, 'here');
const storeOf = (dataFolder: string) => join(dataFolder, 'tilldesk.sqlite');

interface Running {
  readonly address: string;
  readonly child: ChildProcess;
}

let there: Running;
let here: Running;

async function start(dataFolder: string, ...options: string[]): Promise<Running> {
  const argv = [projectPath('electron', 'serve.ts'), '--headless', '--data-dir', dataFolder, ...options];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes('Ctrl+C')) break;
  }
  const [, address = ''] = /API +(http:\S+)/.exec(said) ?? [];
  return { address, child };
}

async function end({ child }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const startHere = () => start(HERE, '--port', '0', '--platform', there.address);
const startThereAgain = () => start(THERE, '--port', new URL(there.address).port);

async function withStoreThere<Answer>(work: (store: Store) => Promise<Answer>): Promise<Answer> {
  const store = await openStore({ file: storeOf(THERE) });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The demo shops take their time: they are made once, for both programs. */
async function makeDataFolders(): Promise<void> {
  for (const dataFolder of [THERE, HERE]) mkdirSync(dataFolder);
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await withStoreThere(({ db }) => openDemoShops({ db, clock: systemClock, hasher }));
  copyFileSync(storeOf(THERE), storeOf(HERE));
}

async function makeKey(dataFolder: string, options: readonly string[], typed: string): Promise<string> {
  const argv = ['create', '--account', 'demo', '--email', EMAIL, '--name', 'Excel', '--data-dir', dataFolder];
  const child = spawn(process.execPath, [projectPath('electron', 'keys.ts'), ...argv, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(typed);
  const [key = ''] = /tdk_[0-9A-Za-z]{36}/.exec(await textOf(child.stdout)) ?? [];
  return key;
}

async function signIn(): Promise<string> {
  const answer = await fetch(here.address + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  const { token } = await answer.json();
  return token;
}

async function get(target: string, token: string) {
  const answer = await fetch(here.address + target, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
}

beforeAll(async () => {
  await makeDataFolders();
  there = await start(THERE, '--port', '0');
  here = await startHere();
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([end(here), end(there)]);
  rmSync(folder, { recursive: true });
}, TIMEOUT_MS);

describe('one program before another', { timeout: TIMEOUT_MS }, () => {
  it('takes tokens and keys that it gave out before it was started again', async () => {
    const token = await signIn();
    const keyThere = await makeKey(THERE, [], '');
    const key = await makeKey(HERE, ['--platform', there.address], `${keyThere}\n`);
    await end(here, 'SIGKILL');
    here = await startHere();

    expect(await get(readMe.path, token)).toMatchObject({ status: 200, body: { user: { email: EMAIL } } });
    expect(await get(readMe.path, key)).toMatchObject({ status: 200, body: { auth: { kind: 'api_key' } } });
    for (const bearer of [token, key]) expect((await get(ORDERS, bearer)).status).toBe(200);
  });

  it('signs in once more where the other one has forgotten all tokens, and no client notices', async () => {
    const token = await signIn();
    await end(there);
    await withStoreThere(({ db }) => db.deleteFrom('tokens').execute());
    there = await startThereAgain();

    const answers = await Promise.all(Array.from({ length: 8 }, () => get(ORDERS, token)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const tokens = await withStoreThere(({ db }) => db.selectFrom('tokens').selectAll().execute());
    expect(tokens).toHaveLength(1);
  });

  it('says 502 in time while the other one is away, leaves it alone, and goes on once it is back', async () => {
    const token = await signIn();
    expect((await get(listShops.path, token)).status).toBe(200);
    await end(there, 'SIGKILL');
    const begun = performance.now();

    const answers = [];
    for (let asks = 0; asks < MANY; asks += 1) answers.push(await get(ORDERS, token));

    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(502));
    expect(performance.now() - begun).toBeLessThan(20_000);
    const known = answers.map(({ body }) => String(body.message));
    expect(known.at(-1)).toContain('left alone');
    expect(known.join()).not.toContain('ECONN');

    there = await startThereAgain();
    await vi.waitFor(async () => expect((await get(ORDERS, token)).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    });
  });
});
