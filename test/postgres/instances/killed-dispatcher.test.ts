import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { readFeedEnd } from '../../../electron/platform/platform.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { furtherOrder } from '../../support/copied-order.ts';
import { CALLER, ORDER } from '../../support/shop-fixture.ts';
import { isFullRun } from '../../support/test-size.ts';
import { insertWebhook } from '../../support/webhook-rows.ts';
import { endKilledLeases, openShopInstances, SHARED_KEY, until } from './open-instances.ts';

const ORDERS = isFullRun ? 500 : 360;

const AT_A_TIME = 20;

const PATHS = ['/one', '/two', '/three'];

/** A lease of the killed instance ends after 30 s. */
const TIMEOUT_MS = 120_000;

it(
  'every event is delivered though an instance is killed while it delivers, and a duplicate has the same webhook-id',
  async () => {
    const { url, dbs } = await openShopInstances(1);
    const [db] = dbs;
    let held: ReceivedMessage | null = null;
    const receiver = await openCountingReceiver((message) => {
      if (held !== null || message.instance !== 'victim' || message.path !== '/one') return false;
      held = message;
      return true;
    });
    for (const path of PATHS) await subscribe(db, receiver.url(path));

    const victim = await startTelling(url, 'victim');
    await writeOrders(db, 0, 100);
    await until(() => held !== null);
    await startTelling(url, 'survivor');
    await writeOrders(db, 100, 300);
    await until(() => receiver.messages.some(({ instance }) => instance === 'survivor'));
    victim.kill('SIGKILL');
    await endKilledLeases(url);
    await writeOrders(db, 300, ORDERS);
    await until(async () => (await waitingIn(db)) === 0 && isAllReceived(receiver.messages));

    for (const path of PATHS) expect(receivedRecords(receiver.messages, path).size).toBe(ORDERS);
    expect(idsOfSameEvent(receiver.messages)).toEqual([]);
    const again = receiver.messages.filter(({ id }) => id === held?.id);
    expect(again.map(({ instance }) => instance)).toEqual(['victim', 'survivor']);
    expect(new Set(again.map(({ body }) => body)).size).toBe(1);
    expect(await db.selectFrom('webhook_deliveries').select('id').where('status', '<>', 'delivered').execute()).toEqual(
      [],
    );
  },
  TIMEOUT_MS,
);

async function subscribe(db: Kysely<StoreSchema>, receiver: string): Promise<void> {
  const secrets = createWebhookSecrets(SHARED_KEY);
  const { id } = await insertWebhook(db, { url: receiver, sealed_secret: secrets.seal(secrets.make()) });
  const platform = createEmbeddedPlatform({ db, clock, hasher: createPasswordHasher() });
  const position = await readFeedEnd(platform, CALLER.owner, 'orders');
  const place = { webhook_id: id, event: 'order.updated', position, seen_at: clock.now() } as const;
  await db.insertInto('webhook_positions').values(place).execute();
}

async function writeOrders(db: Kysely<StoreSchema>, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += AT_A_TIME) {
    const numbers = Array.from({ length: AT_A_TIME }, (_, index) => first + index);
    await insertOrders(
      db,
      numbers.map((number) => furtherOrder(ORDER.saleWithTip, number)),
    );
  }
}

async function waitingIn(db: Kysely<StoreSchema>): Promise<number> {
  const waiting = db.selectFrom('webhook_deliveries').select('id').where('next_attempt_at', 'is not', null);
  return (await waiting.execute()).length;
}

function receivedRecords(messages: readonly ReceivedMessage[], path: string): ReadonlySet<number> {
  const told = messages.filter((message) => message.path === path);
  return new Set(told.flatMap(({ events }) => events.map((event) => event.record_id)));
}

function isAllReceived(messages: readonly ReceivedMessage[]): boolean {
  return PATHS.every((path) => receivedRecords(messages, path).size === ORDERS);
}

/** Events that one receiver got under more than one webhook-id. */
function idsOfSameEvent(messages: readonly ReceivedMessage[]): string[] {
  const idOfEvent = new Map<string, string>();
  return messages.flatMap(({ path, id, events }) =>
    events.flatMap((event) => {
      const key = `${path} ${event.id}`;
      const before = idOfEvent.get(key) ?? id;
      idOfEvent.set(key, before);
      return before === id ? [] : [key];
    }),
  );
}

interface ReceivedMessage {
  readonly path: string;
  readonly id: string;
  /** Which instance sent it. */
  readonly instance: string;
  readonly body: string;
  readonly events: readonly { readonly id: string; readonly record_id: number }[];
}

/** Accepts every message except those that `isHeld` selects: these are never answered. */
async function openCountingReceiver(isHeld: (message: ReceivedMessage) => boolean) {
  const messages: ReceivedMessage[] = [];

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = await messageOf(request);
    messages.push(message);
    if (!isHeld(message)) response.writeHead(204).end();
  }

  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return { messages, url: (path: string) => `http://127.0.0.1:${port}${path}` };
}

async function messageOf(request: IncomingMessage): Promise<ReceivedMessage> {
  const body = await text(request);
  return {
    path: request.url ?? '',
    id: String(request.headers['webhook-id']),
    instance: String(request.headers['x-instance']),
    body,
    events: JSON.parse(body).data.events,
  };
}

const PROGRAM = fileURLToPath(new URL('telling-program.ts', import.meta.url));

/** A process under this name that sends the changes of this database to the receivers. */
async function startTelling(url: string, name: string): Promise<ChildProcess> {
  const program = spawn(process.execPath, [PROGRAM, url, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  await Promise.race([
    once(program.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`${name} ended before it told anybody`))),
  ]);
  return program;
}
