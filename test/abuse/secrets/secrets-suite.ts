import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { BridgeArgument, BridgeCall } from '../../../shared/contract/bridge.ts';
import { LAUNCH_SESSION_PATH, WINDOW_KEY_HEADER } from '../../../shared/contract/window-headers.ts';
import { exchangeRaw } from '../../support/http-exchange.ts';
import { CREDENTIALS, USER } from '../../support/shop-fixture.ts';
import { LAUNCH_ADDRESS } from '../../support/window-client.ts';
import { createSecretSweep } from '../harness/secret-sweep.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { type Canaries, createCanaries } from './canaries.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { type Ask, type Asked, createHeardClient, type Hear, type HeardAnswer } from './heard-client.ts';
import { ACCOUNT_NAME, EMAIL, type LaidFolder, layFolder } from './laid-folder.ts';
import { SECRETS_SABOTAGES } from './sabotages.ts';

const LIVES = 10;

export const secretsSuite: AbuseSuite = {
  name: 'secrets',
  title: 'canaries are planted in the whole program, which is killed and searched for them',
  counts: [
    { name: COUNTED.lives, least: LIVES },
    { name: COUNTED.canaries, least: 12 * LIVES },
    { name: COUNTED.replies, least: 60 * LIVES },
    { name: COUNTED.files, least: 8 * LIVES },
    { name: COUNTED.bearers, least: LIVES },
  ],
  breaches: Object.values(BREACHES),
  sabotages: SECRETS_SABOTAGES,

  async run(run) {
    for (let life = 0; life < run.scaled(LIVES); life += 1) await liveOnce(run, life);
  },
};

async function liveOnce(run: SuiteRun, life: number): Promise<void> {
  const canaries = createCanaries(run, life);
  const password = canaries.next('password');
  const personal = `klant-${life}-${run.seed}@kanarie.example`;
  const laid = await layFolder(join(run.folder, `life-${life}`), { password, customerEmail: personal });
  const sweep = createSecretSweep((sentence) => run.breach(BREACHES.personal, sentence));
  sweep.keep('personal data', personal);
  const hear: Hear = (where, content, status) => {
    run.hear(where, content);
    if (status >= 400) sweep.searchText(where, content);
  };
  const program = await startProgram(laid);
  try {
    await plantAll(run, { program, laid, canaries, hear }, { password, personal });
  } finally {
    await program.kill();
  }
  run.count(COUNTED.lives);
  run.hear('what the program printed', program.printed());
  sweep.searchText('what the program printed', program.printed());
  for (const name of ['tilldesk.log', 'instance.json', 'settings.json']) {
    sweep.searchText(name, readFileSync(join(laid.dataFolder, name)));
  }
  run.count(COUNTED.files, readdirSync(join(run.folder, `life-${life}`), { recursive: true }).length);
}

interface Stage {
  readonly program: StartedProgram;
  readonly laid: LaidFolder;
  readonly canaries: Canaries;
  readonly hear: Hear;
}

async function plantAll(
  run: SuiteRun,
  { program, laid, canaries, hear }: Stage,
  { password, personal }: { readonly password: string; readonly personal: string },
): Promise<void> {
  const port = Number(new URL(program.apiAddress).port);
  const planting = { canaries, hear, port, ask: createHeardClient(run, port, hear) };
  const token = await plantPasswords(planting, password);
  for (const bearer of [token, canaries.next('token')]) await plantBearer(planting, bearer);
  await plantWebhooks(planting, token);
  const replies: string[] = [];
  const askWindow = createHeardClient(run, Number(new URL(program.launchAddress).port), (where, content, status) => {
    replies.push(content);
    hear(where, content, status);
  });
  const window = await openWindow(askWindow, program.launchAddress, canaries);
  await workInWindow(window, canaries, password);
  const keys = await makeKeys(window, canaries);
  for (const key of [keys.live, keys.revoked]) await plantBearer(planting, key);
  await damageColleague(planting, laid.storeFile, personal);
  const bearers = searchBearers(laid.storeFile);
  for (const reply of [...replies, readFileSync(join(laid.dataFolder, 'tilldesk.log'), 'utf8')]) {
    if (bearers.isIn(reply)) run.breach(BREACHES.bearer, 'in a reply to the window, or in the log');
  }
  run.count(COUNTED.bearers, bearers.searched);
  // The last of these is under way when the program is killed.
  void planting
    .ask('/api/auth/refresh', { method: 'POST', body: { account: 'alpha', email: 'x', password } })
    .catch(() => null);
}

/** Damages the record of a colleague: the platform fails at the sign-in, and says with what. */
async function damageColleague({ ask }: Pick<Planting, 'ask'>, storeFile: string, quoted: string): Promise<void> {
  const store = new DatabaseSync(storeFile);
  try {
    store.prepare('update users set roles = ? where id = ?').run(quoted, USER.accountant);
  } finally {
    store.close();
  }
  await ask('/api/auth/login', { method: 'POST', body: CREDENTIALS.accountant });
}

const LOGIN = '/api/auth/login';

const REFRESH = '/api/auth/refresh';

const DAY = 'from=2026-10-01';

interface Planting {
  readonly canaries: Canaries;
  readonly ask: Ask;
  readonly hear: Hear;
  /** Of the API. */
  readonly port: number;
}

/** Answers a token that is alive. */
async function plantPasswords({ canaries, ask }: Planting, password: string): Promise<string> {
  const right = { account: ACCOUNT_NAME, email: EMAIL, password };
  const wrong = () => canaries.next('password');
  const post = (body: unknown, path = LOGIN) => ask(path, { method: 'POST', body });
  await Promise.all([
    post({ ...right, password: wrong() }),
    post({ ...right, password: wrong() }, REFRESH),
    post({ ...right, account: wrong() }),
    post({ ...right, email: `sam\r\n{"level":30} ${wrong()}` }),
    post({ ...right, password: [wrong()] }),
    post({ ...right, other: wrong() }),
    post(`{"account":"alpha","password":"${wrong()}`),
    post(`{"password":"${wrong()}","password":"x"}`),
    ask(LOGIN, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: wrong() }),
    ask(`${LOGIN}?password=${wrong()}`, { method: 'POST', body: right }),
  ]);
  const bearer = async (path: string) => {
    const { text } = await ask(path, { method: 'POST', body: right, shows: 'the token' });
    return canaries.keep('token', JSON.parse(text).token);
  };
  const [, token] = await Promise.all([bearer(REFRESH), bearer(LOGIN)]);
  return token;
}

/** What somebody may show as a bearer, and where it may have been put by mistake. */
async function plantBearer({ ask, port, hear }: Planting, bearer: string): Promise<void> {
  const authorization = `Bearer ${bearer}`;
  await ask('/api/me', { headers: { authorization } });
  await ask(`/api/orders?${DAY}&q=${bearer}`, { headers: { authorization } });
  await ask(`/api/orders?from=${bearer}`, { headers: { authorization } });
  await ask(`/api/products/delta?cursor=${bearer}`, { headers: { authorization } });
  await ask(`/api/${bearer}`, { headers: { authorization } });
  await ask(`/api/shops/${bearer}/shops?token=${bearer}`);
  await ask(`/${bearer}%zz?token=${bearer}`);
  await ask('/api/me', { headers: { authorization: `Basic ${btoa(`sam:${bearer}`)}` } });
  await ask('/api/me', {
    headers: { 'x-api-key': bearer, cookie: `token=${bearer}`, origin: `http://${bearer}` },
  });
  for (const lines of [
    `GET /${bearer} HTTP/9.9\r\nAuthorization: ${authorization}\r\n\r\n`,
    `GET /api/me HTTP/1.1\r\nHost: ${bearer}\r\nConnection: close\r\n\r\n`,
    `GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n broken\0\r\n\r\n`,
    `${bearer} is no request\r\n\r\n`,
  ]) {
    hear('a reply on the bare socket', await exchangeRaw(port, lines), 400);
  }
}

/** Secrets of webhooks: made, shown again for the same key, rotated, and used for a message that nobody takes. */
async function plantWebhooks({ canaries, ask }: Planting, token: string): Promise<void> {
  const authorization = `Bearer ${token}`;
  const shows = 'the secret';
  const keepSecret = ({ text }: { readonly text: string }) => {
    const { secret } = JSON.parse(text);
    canaries.keep('webhook secret', secret);
    canaries.keep('webhook secret', secret.replace('whsec_', ''));
  };
  const url = 'https://127.0.0.1:1024/hook';
  const subscription = {
    method: 'POST',
    headers: { authorization, 'idempotency-key': 'once' },
    body: { url, events: ['order.updated'] },
    shows,
  };
  const made = await ask('/api/webhooks', subscription);
  await ask('/api/webhooks', subscription);
  keepSecret(made);
  const path = `/api/webhooks/${JSON.parse(made.text).id}`;
  await ask(path, { headers: { authorization } });
  keepSecret(await ask(`${path}/rotate-secret`, { method: 'POST', headers: { authorization }, shows }));
  await ask(`${path}/ping`, { method: 'POST', headers: { authorization } });
  await ask(`${path}/deliveries`, { headers: { authorization } });
  const inAddress = `https://sam:${canaries.next('password')}@127.0.0.1:1024/`;
  const body = { ...subscription.body, url: inAddress };
  await ask('/api/webhooks', { method: 'POST', headers: { authorization }, body });
}

/** The window of the browser host, as its page uses it. */
export interface Window {
  call<C extends BridgeCall>(name: C, argument: BridgeArgument<C>, shows?: string): Promise<{ readonly text: string }>;
  read(target: string): Promise<HeardAnswer>;
}

/** Redeems the launch address. Cookie and key are shown once, to the page. */
async function openWindow(ask: Ask, launchAddress: string, canaries: Canaries): Promise<Window> {
  const { origin, host, hash } = new URL(launchAddress);
  const { cookie, text } = await ask(LAUNCH_SESSION_PATH, {
    method: 'POST',
    headers: { host, origin },
    body: { code: hash.slice(1) },
    shows: 'the cookie and the key',
  });
  canaries.keep('token', cookie.slice(cookie.indexOf('=') + 1));
  const key = canaries.keep('token', JSON.parse(text).key);
  const headers = { host, origin, cookie, [WINDOW_KEY_HEADER]: key };
  const send = (target: string, asked: Asked = {}) => ask(target, { ...asked, headers });
  return {
    call: (name, argument, shows) =>
      send(`/bridge/${name}`, { method: 'POST', body: argument, ...(shows !== undefined && { shows }) }),
    read: (target) => send(target),
  };
}

const { language, format } = { language: 'nl', format: 'csv' } as const;

const REPORT = { dataset: 'price-list', filters: {}, format, language } as const;

const WORKBOOK = { ...REPORT, format: 'xlsx' } as const;

/** Signs in with a canary for a password, and does what one does in the window. */
async function workInWindow(window: Window, canaries: Canaries, password: string): Promise<void> {
  const right = { account: ACCOUNT_NAME, email: EMAIL, password, platform: null, remember: true };
  await window.call('signIn', { ...right, password: canaries.next('password') });
  await window.call('signIn', right);
  await window.call('readSession', {});
  for (const target of ['/api/me', '/api/shops', '/api/customers', '/api/orders?from=2026-10-01', '/api/none']) {
    await window.read(target);
  }
  await window.call('changeSettings', { theme: 'dark', password: canaries.next('password') } as never);
  await window.call('changeSettings', { theme: 'dark' });
  await window.call('readSettings', {});
  await window.call('changePreferences', { password: canaries.next('password') } as never);
  await window.call('exportDataset', { key: 'one', request: REPORT });
  await window.call('exportDataset', { key: 'two', request: WORKBOOK });
  await window.call('exportDataset', {
    key: canaries.next('password').slice(0, 64),
    request: { ...REPORT, dataset: 'x' } as never,
  });
  await window.call('listExportHistory', { before: null });
  await window.call('readRequests', { after: 0 });
  await window.call('readAbout', {});
}

/** Answers an API key that is alive, beside one that was revoked. */
async function makeKeys(window: Window, canaries: Canaries): Promise<{ live: string; revoked: string }> {
  const make = async (name: string) => {
    const { text } = await window.call('createApiKey', { name, expiresOn: null }, 'the key');
    const { value } = JSON.parse(text);
    return { id: value.record.id, key: canaries.keep('api key', value.key) };
  };
  const [live, revoked] = [await make('live'), await make('revoked')];
  await window.call('revokeApiKey', { id: revoked.id });
  await window.call('listApiKeys', {});
  return { live: live.key, revoked: revoked.key };
}

/** The whole program in a process of its own, started from its entry as a user starts it. */
interface StartedProgram {
  readonly apiAddress: string;
  /** Lets one browser in, once. */
  readonly launchAddress: string;
  /** All that it printed, but for the line with the launch address. */
  printed(): string;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
}

const ENTRY = projectPath('electron', 'serve.ts');

const OPTIONS = ['--host', 'browser', '--no-open', '--port', '0'];

const API = /\bAPI\W+(http:\/\/127\.0\.0\.1:\d+)/;

async function startProgram({ dataFolder, temporaryFolder }: LaidFolder): Promise<StartedProgram> {
  const child = spawn(process.execPath, [ENTRY, ...OPTIONS, '--data-dir', dataFolder], {
    env: { ...process.env, TMPDIR: temporaryFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const kill = async () => {
    process.off('exit', killNow);
    if (child.exitCode !== null || child.signalCode !== null) return;
    killNow();
    await once(child, 'close');
  };
  const kept = keepOutput(child);
  try {
    await kept.started;
  } catch (error) {
    await kill();
    throw error;
  }
  const output = kept.output();
  const [launchAddress = ''] = LAUNCH_ADDRESS.exec(output) ?? [];
  return {
    ...{ launchAddress, kill, apiAddress: API.exec(output)?.[1] ?? '' },
    printed: () => kept.output().replace(LAUNCH_ADDRESS, ''),
  };
}

function keepOutput(child: ChildProcess) {
  let output = '';
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  const keep = (text: string) => {
    output += text;
    if (LAUNCH_ADDRESS.test(output) && API.test(output) && output.includes('Ctrl+C')) resolve();
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  child.once('close', () => reject(new Error(`the program ended before it had started\n${output}`)));
  return { started, output: () => output };
}

/** As many characters as a token has. */
const LENGTH = 43;

const WORDS = /[\w-]{43,}/g;

/** Whether a text holds a token that is alive: the store knows its hash, and nobody its text. */
export interface BearerSearch {
  readonly searched: number;
  isIn(text: string): boolean;
}

function searchBearers(storeFile: string): BearerSearch {
  const hashes = tokenHashes(storeFile);
  const search = {
    searched: 0,
    isIn(text: string) {
      return candidatesIn(text).some((candidate) => {
        search.searched += 1;
        return hashes.has(createHash('sha256').update(candidate).digest('hex'));
      });
    },
  };
  return search;
}

function candidatesIn(text: string): readonly string[] {
  return (text.match(WORDS) ?? []).flatMap((word) =>
    Array.from({ length: word.length - LENGTH + 1 }, (_, at) => word.slice(at, at + LENGTH)),
  );
}

function tokenHashes(storeFile: string): ReadonlySet<string> {
  const store = new DatabaseSync(storeFile, { readOnly: true });
  try {
    const rows = store.prepare('select token_hash from tokens').all();
    return new Set(rows.map((row) => String(row.token_hash)));
  } finally {
    store.close();
  }
}
