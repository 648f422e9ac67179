import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { login, readMe } from '../../../shared/contract/auth.ts';
import { listOrders } from '../../../shared/contract/orders.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { runProgram, type ServingProgram, startServing } from '../../support/program-process.ts';
import { CREDENTIALS } from '../../support/shop-fixture.ts';
import { writeShop } from '../../support/shop-folder.ts';

const TIMEOUT_MS = 240_000;
const { owner } = CREDENTIALS;
/** Never answered from a copy, since orders name customers. */
const ORDERS = `${listOrders.path}?from=2026-10-01&limit=1`;
/** More than the earlier successes, which the breaker counts too. */
const MANY = 80;
const folder = mkdtempSync(join(tmpdir(), 'tilldesk-two-'));
const THERE = join(folder, 'there');
const HERE = join(folder, 'here');
const storeOf = (dataFolder: string) => join(dataFolder, 'tilldesk.sqlite');

let there: ServingProgram;
let here: ServingProgram;

const start = (dataFolder: string, ...options: string[]) => startServing(['--data-dir', dataFolder, ...options]);
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

async function makeDataFolders(): Promise<void> {
  for (const dataFolder of [THERE, HERE]) mkdirSync(dataFolder);
  await writeShop(THERE);
  copyFileSync(storeOf(THERE), storeOf(HERE));
}

async function makeKey(dataFolder: string, options: readonly string[], typed: string): Promise<string> {
  const user = ['--account', owner.account, '--email', owner.email];
  const argv = ['create', ...user, '--name', 'Excel', '--data-dir', dataFolder, ...options];
  const { out, err } = await runProgram('keys', argv, { typed });
  expect(err).toBe('');
  return /tdk_[0-9A-Za-z]{36}/.exec(out)?.[0] ?? '';
}

async function signIn(): Promise<string> {
  const answer = await fetch(here.address + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
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
  await Promise.all([here.stop(), there.stop()]);
  rmSync(folder, { recursive: true });
}, TIMEOUT_MS);

describe('a program connected to another one', { timeout: TIMEOUT_MS }, () => {
  it('accepts tokens and keys that it issued before a restart', async () => {
    const token = await signIn();
    const keyThere = await makeKey(THERE, [], '');
    const key = await makeKey(HERE, ['--platform', there.address, '--accept-unproven-service'], `${keyThere}\n`);
    await here.stop('SIGKILL');
    here = await startHere();

    expect(await get(readMe.path, token)).toMatchObject({
      status: 200,
      body: { user: { email: owner.email } },
    });
    expect(await get(readMe.path, key)).toMatchObject({ status: 200, body: { auth: { kind: 'api_key' } } });
    for (const bearer of [token, key]) expect((await get(ORDERS, bearer)).status).toBe(200);
  });

  it('does not send the password again over plain HTTP if the other one has lost all tokens', async () => {
    const token = await signIn();
    await there.stop();
    await withStoreThere(({ db }) => db.deleteFrom('tokens').execute());
    there = await startThereAgain();

    const answers = await Promise.all(Array.from({ length: 8 }, () => get(ORDERS, token)));

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401));
    const tokens = await withStoreThere(({ db }) => db.selectFrom('tokens').selectAll().execute());
    expect(tokens).toEqual([]);
  });

  it('returns 502 while the other one is down, stops calling it, and works once it is back', async () => {
    const token = await signIn();
    expect((await get(listShops.path, token)).status).toBe(200);
    await there.stop('SIGKILL');

    const answers = [];
    for (let asks = 0; asks < MANY; asks += 1) answers.push(await get(ORDERS, token));

    expect(answers.map(({ status }) => status)).toEqual(Array(MANY).fill(502));
    const known = answers.map(({ body }) => String(body.message));
    expect(known.at(-1)).toContain('failed too often');
    expect(known.join()).not.toContain('ECONN');

    there = await startThereAgain();
    await vi.waitFor(async () => expect((await get(ORDERS, token)).status).toBe(200), {
      timeout: 60_000,
      interval: 500,
    });
  });
});
