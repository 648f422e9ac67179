import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { derivePageKeys } from '../../../renderer/lib/host/page-keys.ts';
import type { BridgeArgument, BridgeCall } from '../../../shared/contract/bridge.ts';
import { LAUNCH_SESSION_PATH } from '../../../shared/contract/window-headers.ts';
import { PAGE_OPENING_PATH } from '../../../shared/contract/window-page.ts';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { exchange, exchangeRaw } from '../../support/http-exchange.ts';
import { CREDENTIALS, USER } from '../../support/shop-fixture.ts';
import { layShop } from '../../support/shop-folder.ts';
import { LAUNCH_ADDRESS, writeCall } from '../../support/window-client.ts';
import { createSecretSweep } from '../harness/secret-sweep.ts';
import { startFromSources } from '../harness/source-program.ts';
import type { AbuseSuite, SecretKind, SuiteRun } from '../harness/suite.ts';
import { SECRETS_MUTANTS } from './mutants.ts';

const COUNTED = {
  canaries: 'canaries',
  lives: 'lives of the program',
  replies: 'replies heard',
  files: 'files',
  bearers: 'texts that could be the token of the window',
} as const;

const BREACHES = {
  personal: 'personal data where it must not be',
  bearer: 'tokens that the window received',
} as const;

/** Whose password is the canary. */
const { account: ACCOUNT_NAME, email: EMAIL } = CREDENTIALS.owner;

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
  mutants: SECRETS_MUTANTS,

  async run(run) {
    for (let life = 0; life < run.scaled(LIVES); life += 1) await liveOnce(run, life);
  },
};

async function liveOnce(run: SuiteRun, life: number): Promise<void> {
  const canaries = createCanaries(run, life);
  const password = canaries.next('password');
  const personal = `klant-${life}-${run.seed}@kanarie.example`;
  const folder = join(run.folder, `life-${life}`);
  const dataFolder = join(folder, 'data');
  const storeFile = await layFolder(folder, dataFolder, { password, customerEmail: personal });
  const sweep = createSecretSweep((sentence) => run.breach(BREACHES.personal, sentence));
  sweep.keep('personal data', personal);
  const hear: Hear = (where, content, status) => {
    run.hear(where, content);
    if (status >= 400) sweep.searchText(where, content);
  };
  const argv = ['--host', 'browser', '--no-open', '--data-dir', dataFolder];
  const program = await startFromSources('serve.ts', argv, { TMPDIR: join(folder, 'tmp') });
  const logNow = () => readFileSync(join(dataFolder, 'tilldesk.log'), 'utf8');
  try {
    const port = Number(new URL(program.apiAddress).port);
    const planting = { canaries, hear, port, ask: createHeardClient(run, port, hear) };
    const token = await plantPasswords(planting, password);
    for (const bearer of [token, canaries.next('token')]) await plantBearer(planting, bearer);
    await plantWebhooks(planting, token);
    const [launchAddress = ''] = LAUNCH_ADDRESS.exec(program.printed()) ?? [];
    const replies: string[] = [];
    const askWindow = createHeardClient(run, Number(new URL(launchAddress).port), (where, content, status) => {
      replies.push(content);
      hear(where, content, status);
    });
    const window = await openWindow(askWindow, launchAddress, canaries);
    await workInWindow(window, canaries, password);
    for (const key of await makeKeys(window, canaries)) await plantBearer(planting, key);
    await damageColleague(planting, storeFile, personal);
    searchBearers(run, storeFile, [...replies, logNow()]);
    // The last of these is under way when the program is killed.
    void planting.ask(REFRESH, { method: 'POST', body: { account: 'alpha', email: 'x', password } }).catch(() => null);
  } finally {
    await program.kill();
  }
  run.count(COUNTED.lives);
  // But for the line with the launch address, which lets one browser in, once.
  const printed = program.printed().replace(LAUNCH_ADDRESS, '');
  run.hear('what the program printed', printed);
  sweep.searchText('what the program printed', printed);
  for (const name of ['tilldesk.log', 'instance.json', 'settings.json']) {
    sweep.searchText(name, readFileSync(join(dataFolder, name)));
  }
  run.count(COUNTED.files, readdirSync(folder, { recursive: true }).length);
}

interface LaidSecrets {
  /** Of the owner. */
  readonly password: string;
  /** Of a customer; it lies in the store and nowhere else. */
  readonly customerEmail: string;
}

/** A data folder before the first start. Answers the file of its store. */
async function layFolder(folder: string, dataFolder: string, secrets: LaidSecrets): Promise<string> {
  for (const path of [dataFolder, join(folder, 'tmp')]) mkdirSync(path, { recursive: true });
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32' }];
  writeFileSync(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
  const storeFile = await layShop(dataFolder, `update customers set email = '${secrets.customerEmail}'`);
  const hash = await cheapHasher.hash(secrets.password);
  using store = new DatabaseSync(storeFile);
  store.prepare('update users set password_hash = ? where id = ?').run(hash, USER.owner);
  return storeFile;
}

/** Makes texts that are found again wherever they are left. */
interface Canaries {
  /** A new one, which from now on must lie nowhere. */
  next(kind: SecretKind): string;
  /** Takes what the program made for one. */
  keep(kind: SecretKind, text: string): string;
}

function createCanaries(run: SuiteRun, life: number): Canaries {
  let made = 0;
  const keep: Canaries['keep'] = (kind, text) => {
    run.count(COUNTED.canaries);
    run.keepSecret(kind, text);
    return text;
  };
  return {
    keep,
    next(kind) {
      made += 1;
      const digits = createHash('sha256').update(`${run.seed} ${life} ${made}`).digest('hex').slice(0, 20);
      return keep(kind, `Kanarie-${digits}`);
    },
  };
}

interface HeardAnswer {
  readonly text: string;
  /** Cookies that were set, as a later request carries them. */
  readonly cookie: string;
}

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text goes as it is; anything else as JSON. */
  readonly body?: unknown;
  /** What the one reply is for that shows a secret: it is not heard. */
  readonly shows?: string;
}

/** Asks one server, and hears every reply whole. */
type Ask = (target: string, asked?: Asked) => Promise<HeardAnswer>;

type Hear = (where: string, content: string, status: number) => void;

function createHeardClient(run: SuiteRun, port: number, hear: Hear): Ask {
  return async (target, { method = 'GET', headers = {}, body, shows } = {}) => {
    const answer = await exchange(port, method, target, { headers, body });
    run.count(COUNTED.replies);
    // By its status: the target may hold what was planted.
    if (shows === undefined) hear(`a reply with status ${answer.status}`, JSON.stringify(answer), answer.status);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { text: answer.text, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  };
}

/** Damages the record of a colleague: the platform fails at the sign-in with an error that quotes it. */
async function damageColleague({ ask }: Pick<Planting, 'ask'>, storeFile: string, quoted: string): Promise<void> {
  {
    using store = new DatabaseSync(storeFile);
    store.prepare('update users set roles = ? where id = ?').run(quoted, USER.accountant);
  }
  await ask(LOGIN, { method: 'POST', body: CREDENTIALS.accountant });
}

const LOGIN = '/api/auth/login';

const REFRESH = '/api/auth/refresh';

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

/** A bearer in its header, and wherever a client may have put it by mistake. */
async function plantBearer({ ask, port, hear }: Planting, bearer: string): Promise<void> {
  const authorization = `Bearer ${bearer}`;
  for (const target of [
    ...['/api/me', `/api/orders?from=2026-10-01&q=${bearer}`, `/api/orders?from=${bearer}`],
    ...[`/api/products/delta?cursor=${bearer}`, `/api/${bearer}`],
  ]) {
    await ask(target, { headers: { authorization } });
  }
  await ask(`/api/shops/${bearer}/shops?token=${bearer}`);
  await ask(`/${bearer}%zz?token=${bearer}`);
  await ask('/api/me', { headers: { authorization: `Basic ${btoa(`sam:${bearer}`)}` } });
  await ask('/api/me', { headers: { 'x-api-key': bearer, cookie: `token=${bearer}`, origin: `http://${bearer}` } });
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
interface Window {
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
  const ticket = canaries.keep('token', JSON.parse(text).ticket);
  const opened = await ask(PAGE_OPENING_PATH, {
    method: 'POST',
    headers: { host, origin, cookie },
    body: { ticket },
    shows: 'the key of the page',
  });
  const keys = await derivePageKeys(canaries.keep('token', JSON.parse(opened.text).key));
  canaries.keep('token', keys.id);
  let calls = 0;
  const send = async (target: string, { method = 'GET', body, ...asked }: Asked = {}) => {
    calls += 1;
    const { headers, bytes } = await writeCall(keys, calls, method, target, body);
    return ask(target, { ...asked, method, headers: { host, origin, ...headers }, body: bytes });
  };
  return {
    call: (name, argument, shows) =>
      send(`/bridge/${name}`, { method: 'POST', body: argument, ...(shows !== undefined && { shows }) }),
    read: (target) => send(target),
  };
}

const REPORT = { dataset: 'price-list', filters: {}, format: 'csv', language: 'nl' } as const;

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
  await window.call('exportDataset', { key: 'two', request: { ...REPORT, format: 'xlsx' } });
  await window.call('exportDataset', {
    key: canaries.next('password').slice(0, 64),
    request: { ...REPORT, dataset: 'x' } as never,
  });
  await window.call('listExportHistory', { before: null });
  await window.call('readRequests', { after: 0 });
  await window.call('readAbout', {});
}

/** Answers an API key that is alive, and one that was revoked. */
async function makeKeys(window: Window, canaries: Canaries): Promise<readonly string[]> {
  const make = async (name: string) => {
    const { text } = await window.call('createApiKey', { name, expiresOn: null, personalData: true }, 'the key');
    const { value } = JSON.parse(text);
    return { id: value.record.id, key: canaries.keep('api key', value.key) };
  };
  const [live, revoked] = [await make('live'), await make('revoked')];
  await window.call('revokeApiKey', { id: revoked.id });
  await window.call('listApiKeys', {});
  return [live.key, revoked.key];
}

/** As many characters as a token has. */
const LENGTH = 43;

const WORDS = /[\w-]{43,}/g;

/** Whether a text holds a token that is alive: the store knows its hash, and nobody its text. */
function searchBearers(run: SuiteRun, storeFile: string, texts: readonly string[]): void {
  using store = new DatabaseSync(storeFile, { readOnly: true });
  const hashes = new Set(
    store
      .prepare('select token_hash from tokens')
      .all()
      .map((row) => row.token_hash),
  );
  for (const word of texts.flatMap((text) => text.match(WORDS) ?? [])) {
    for (let at = 0; at + LENGTH <= word.length; at += 1) {
      run.count(COUNTED.bearers);
      const hash = createHash('sha256')
        .update(word.slice(at, at + LENGTH))
        .digest('hex');
      if (hashes.has(hash)) run.breach(BREACHES.bearer, 'in a reply to the window, or in the log');
    }
  }
}
