import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import { startHttpsReceiver } from '../../support/https-receiver.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { isFullRun } from '../../support/test-size.ts';
import { endKilledLeases } from '../instances/open-instances.ts';
import { openDatabase } from '../open-database.ts';

const KILLS = isFullRun ? 3 : 1;

const CLIENTS = 4;

const BETWEEN_KILLS_MS = isFullRun ? 4_000 : 2_000;

/** Two starts that make the demo shops, three more, and the leases of what was killed. */
const TIMEOUT_MS = 280_000;

const SELLING = ['--live', '--live-rate', '120'];

interface OrderEvent {
  readonly type: string;
  readonly record_id: number;
  readonly version: number;
}

it(
  'no acknowledged write and no delivery is lost when one of two servers is killed repeatedly under load',
  async () => {
    const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1'] });
    const receiver = await startHttpsReceiver();
    onTestFinished(() => receiver.close());
    const client = createSecureClient(certificate.cert);
    onTestFinished(() => client.close());
    const databaseUrl = await openDatabase();
    const context = { folder: temporaryFolder(), databaseUrl, certificate, receiverCa: receiver.ca };
    const files = layServerFiles(context);
    const start = (name: string, options: readonly string[] = SELLING) =>
      startServer(context, files, { name, options });
    const survivor = await start('survivor');
    let victim = await start('victim');
    onTestFinished(async () => {
      await Promise.all([survivor.kill(), victim.kill()]);
    });

    const done: AcknowledgedWrites = { tokens: [], webhooks: new Set(), removed: new Set(), unanswered: 0 };
    const token = await signIn(client, survivor.address);
    await subscribe(client, survivor.address, token, `127.0.0.1:${receiver.port}/orders`);
    // The shops sell all the time: what changed before the subscription is not owed.
    const since = await feedEnd(client, survivor.address, token);
    let goesOn = true;
    let turn = 0;
    const writing = Array.from({ length: CLIENTS }, () =>
      keepWriting(
        {
          client,
          pickAddress: () => {
            turn += 1;
            return turn % 2 === 0 ? survivor.address : victim.address;
          },
          receiverUrl: `https://127.0.0.1:${receiver.port}/products`,
          goesOn: () => goesOn,
        },
        done,
      ),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await setTimeout(BETWEEN_KILLS_MS);
      await victim.kill();
      await setTimeout(BETWEEN_KILLS_MS / 4);
      victim = await start('victim');
    }
    await setTimeout(BETWEEN_KILLS_MS);
    await expect.poll(() => done.tokens.length, { timeout: 120_000 }).toBeGreaterThan(10);
    goesOn = false;
    await Promise.all(writing);
    expect(await victim.stop()).toBe(0);
    expect(await survivor.stop()).toBe(0);

    await endKilledLeases(databaseUrl);
    const last = await start('survivor', []);
    onTestFinished(() => last.kill());
    expect(done.unanswered).toBeGreaterThan(0);
    for (const known of done.tokens) expect(await statusOf(client, last.address, '/api/me', known)).toBe(200);
    for (const id of done.webhooks) {
      expect(await statusOf(client, last.address, `/api/webhooks/${id}`, token)).toBe(200);
    }
    for (const id of done.removed) {
      expect(await statusOf(client, last.address, `/api/webhooks/${id}`, token)).toBe(404);
    }
    const changed = await changesSince(client, last.address, { token, cursor: since });
    expect(changed.length).toBeGreaterThan(isFullRun ? 10 : 3);
    await expect.poll(() => untold(changed, receiver.requests), { timeout: 90_000, interval: 500 }).toEqual([]);
  },
  TIMEOUT_MS,
);

async function signIn(client: SecureClient, address: string): Promise<string> {
  const body = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };
  const { text } = await client.send(address, { method: 'POST', path: '/api/auth/login', body });
  return JSON.parse(text).token;
}

async function subscribe(client: SecureClient, address: string, token: string, place: string): Promise<void> {
  const body = { url: `https://${place}`, events: ['order.updated'] };
  const answer = await client.send(address, { method: 'POST', path: '/api/webhooks', token, body });
  expect(answer).toMatchObject({ status: 201 });
}

async function statusOf(client: SecureClient, address: string, path: string, token: string): Promise<number> {
  return (await client.send(address, { method: 'GET', path, token })).status;
}

async function readFeed(client: SecureClient, address: string, token: string, query: string) {
  const path = `/api/orders/delta?limit=500&${query}`;
  return JSON.parse((await client.send(address, { method: 'GET', path, token })).text);
}

async function feedEnd(client: SecureClient, address: string, token: string): Promise<string> {
  const since = Math.floor(Date.now() / 1000);
  let page = await readFeed(client, address, token, `since=${since}`);
  while (page.has_more) page = await readFeed(client, address, token, `cursor=${page.next_cursor}`);
  return page.next_cursor;
}

/** The orders that changed, each at its latest version. */
async function changesSince(
  client: SecureClient,
  address: string,
  { token, cursor }: { readonly token: string; readonly cursor: string },
): Promise<readonly { readonly id: number; readonly version: number }[]> {
  const page = await readFeed(client, address, token, `cursor=${cursor}`);
  if (!page.has_more) return page.data;
  return [...page.data, ...(await changesSince(client, address, { token, cursor: page.next_cursor }))];
}

/** Those whose latest version was in no message. */
function untold(
  changed: readonly { readonly id: number; readonly version: number }[],
  requests: readonly { readonly path: string; readonly body: string }[],
): string[] {
  const told = new Set(
    requests
      .filter(({ path }) => path === '/orders')
      .flatMap(({ body }) => JSON.parse(body).data.events as OrderEvent[])
      .map(({ record_id: id, version }) => `${id} at ${version}`),
  );
  return changed.map(({ id, version }) => `${id} at ${version}`).filter((key) => !told.has(key));
}

/** What servers have acknowledged, and so must have done even if they were killed. */
interface AcknowledgedWrites {
  readonly tokens: string[];
  readonly webhooks: Set<number>;
  readonly removed: Set<number>;
  /** Calls without an answer, or that failed: they may be done or not. */
  unanswered: number;
}

interface WritingClient {
  readonly client: SecureClient;
  /** One of the servers, another one each time. */
  readonly pickAddress: () => string;
  readonly receiverUrl: string;
  readonly goesOn: () => boolean;
}

const CREDENTIALS = { account: 'demo', email: 'owner@demo.example', password: 'tilldesk-demo' };

/** Fewer than the tokens that a user may have. */
const MOST_TOKENS = 30;

const MOST_WEBHOOKS = 15;

/** Signs in, subscribes and removes, at any server, and records what was acknowledged. */
async function keepWriting(
  { client, pickAddress, receiverUrl, goesOn }: WritingClient,
  done: AcknowledgedWrites,
): Promise<void> {
  const attempt = async (act: () => Promise<void>) => {
    await act().catch(() => {
      done.unanswered += 1;
    });
  };
  while (goesOn()) {
    if (done.tokens.length < MOST_TOKENS) await attempt(addToken);
    if (done.webhooks.size < MOST_WEBHOOKS) await attempt(addWebhook);
    else await attempt(removeWebhook);
    await setTimeout(50);
  }

  async function addToken(): Promise<void> {
    const call = { method: 'POST', path: '/api/auth/login', body: CREDENTIALS };
    const { status, text } = await client.send(pickAddress(), call);
    if (status === 200) done.tokens.push(JSON.parse(text).token);
  }

  async function addWebhook(): Promise<void> {
    const [token] = done.tokens;
    if (token === undefined) return;
    const body = { url: receiverUrl, events: ['product.updated'] };
    const call = { method: 'POST', path: '/api/webhooks', token, body };
    const { status, text } = await client.send(pickAddress(), call);
    if (status === 201) done.webhooks.add(JSON.parse(text).id);
  }

  async function removeWebhook(): Promise<void> {
    const [token] = done.tokens;
    const [id] = done.webhooks;
    if (token === undefined || id === undefined) return;
    done.webhooks.delete(id);
    const path = `/api/webhooks/${id}`;
    const { status } = await client.send(pickAddress(), { method: 'DELETE', path, token });
    if (status === 204) done.removed.add(id);
  }
}

/** What all servers of one database are started with. */
interface ServerContext {
  /** Of the test, with a folder in it for each server. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly certificate: Certificate;
  /** What receivers of webhooks show; they are on 127.0.0.1. */
  readonly receiverCa: string;
}

interface RunningServer {
  /** `https://localhost:port`. */
  readonly address: string;
  /** Where it is asked for /ready, over plain HTTP. */
  readonly operationsAddress: string;
  kill(): Promise<void>;
  /** In order; answers its exit status. */
  stop(): Promise<number | null>;
}

interface ServerFiles {
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly cert: string;
  readonly key: string;
}

/** The files that an operator lays for all servers. */
function layServerFiles({ folder, databaseUrl, certificate }: ServerContext): ServerFiles {
  const files = {
    databaseUrl: join(folder, 'database-url'),
    secretKey: join(folder, 'secret.key'),
    cert: join(folder, 'tls.pem'),
    key: join(folder, 'tls.key'),
  };
  writeFileSync(files.databaseUrl, `${databaseUrl}\n`);
  writeFileSync(files.secretKey, `${Buffer.alloc(32, 'key of all servers').toString('base64')}\n`);
  writeFileSync(files.cert, certificate.cert);
  writeFileSync(files.key, certificate.key);
  return files;
}

/** The real program from its sources, with the demo shops and without a window; answers once it serves. Rejects where it ends before. */
async function startServer(
  context: ServerContext,
  files: ServerFiles,
  { name, options = [] }: { readonly name: string; readonly options?: readonly string[] },
): Promise<RunningServer> {
  const dataFolder = join(context.folder, name);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  allowReceivers(dataFolder, context.receiverCa);
  const args = [
    ...['--headless', '--port', '0', '--data-dir', dataFolder, '--public-host', 'localhost'],
    ...['--tls-cert', files.cert, '--tls-key', files.key, '--secret-key-file', files.secretKey],
    ...['--database-url-file', files.databaseUrl, '--demo', ...options],
  ];
  const child = spawn(process.execPath, [projectPath('electron', 'serve.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines = await linesOf(child);
  return {
    address: found(/API +(https:\S+)/, lines),
    operationsAddress: found(/Operate +(http:\S+)/, lines),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

function allowReceivers(dataFolder: string, ca: string): void {
  writeFileSync(join(dataFolder, 'receivers.pem'), ca);
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: 'receivers.pem' }];
  writeFileSync(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
}

async function linesOf(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  for await (const chunk of child.stdout ?? []) {
    said += chunk;
    if (said.includes('Ctrl+C')) return said;
  }
  throw new Error(`the server ended: ${said}`);
}

function found(pattern: RegExp, lines: string): string {
  const [, address] = pattern.exec(lines) ?? [];
  if (address === undefined) throw new Error(`there is no ${pattern} in ${lines}`);
  return address;
}

interface SecureAnswer {
  readonly status: number;
  readonly text: string;
}

interface SecureCall {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Asks servers that show one certificate. A call that no answer came to rejects. */
function createSecureClient(ca: string) {
  const agent = new Agent({ ca, keepAlive: true });

  return {
    async send(address: string, { method, path, token, body }: SecureCall): Promise<SecureAnswer> {
      const content = body === undefined ? undefined : JSON.stringify(body);
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(`${address}${path}`, {
          ...{ agent, method, timeout: 20_000 },
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(content !== undefined && { 'content-type': 'application/json' }),
          },
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
        outgoing.on('response', resolve).on('error', reject).end(content);
      });
      return { status: message.statusCode ?? 0, text: await textOf(message) };
    },
    close: () => agent.destroy(),
  };
}

type SecureClient = ReturnType<typeof createSecureClient>;
