import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { Kysely } from 'kysely';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { openLog } from '../../../electron/startup/log-file.ts';
import { readSecretKey } from '../../../electron/startup/secret-files.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import type { LeasedDelivery, Outbox } from '../../../electron/store/webhooks/outbox.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import { createReceivers } from '../../../electron/webhooks/open-webhooks.ts';
import { signedHeaders } from '../../../electron/webhooks/webhook-message.ts';
import { createWebhookService } from '../../../electron/webhooks/webhook-service.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { ACCOUNT, CALLER, GROUP, seedFixtureShop } from '../../support/shop-fixture.ts';
import type { Context } from '../context/bench-context.ts';
import { startServer } from '../context/running-product.ts';
import type { Row } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';

export type ReceiverManner = 'good' | 'slow' | 'dead';

/** HTTPS receivers in their own process, each with an address. */
interface ReceiversProcess {
  readonly urls: readonly string[];
  /** What a client has to trust, in PEM. */
  readonly ca: string;
  /** Events that each of them took so far, in the order of the addresses. */
  countEvents(): Promise<readonly number[]>;
}

const PROGRAM = projectPath('test', 'bench', 'context', 'webhook-receivers.ts');

const READY = /^Receivers (.*)\n/;

/** They end with the row. */
async function startReceivers(
  benchContext: Pick<Context, 'processes' | 'add' | 'stop'>,
  manners: readonly ReceiverManner[],
): Promise<ReceiversProcess> {
  const server = await startServer(benchContext.processes, [PROGRAM, ...manners], READY);
  benchContext.add(() => benchContext.stop(server));
  const started: { ports: readonly number[]; ca: string } = JSON.parse(READY.exec(server.printed)?.[1] ?? '{}');
  return {
    urls: started.ports.map((port) => `https://127.0.0.1:${port}/`),
    ca: started.ca,
    async countEvents() {
      const answer = once(server.child, 'message');
      server.child.send('count');
      const [counts] = (await answer) as [readonly number[]];
      return counts;
    },
  };
}

const GOOD: readonly ReceiverManner[] = Array.from({ length: 10 }, () => 'good');

const EVENTS = 1_000;

const webhookEvents: Row = {
  name: 'webhook-events',
  measured: '1,000 changed products told to 10 webhooks, from the commit to the last answer',
  comparedWith: 'a plain client that posts the same signed batches',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 10 },
  rounds: 7,
  async prepare(benchContext) {
    const receivers = await startReceivers(benchContext, GOOD);
    const shop = await openNotifyingShop(benchContext, receivers, GOOD.length);
    const poster = createPlainPoster(receivers.ca);
    benchContext.add(poster.close);
    const post = () => poster.post(shop.lastDelivered(), shop);
    await shop.deliver();
    await post();
    const counts = await receivers.countEvents();
    const isWhole = counts.every((count) => count === 2 * EVENTS);
    if (!isWhole) throw new Error(`receivers took ${counts.join(', ')} events instead of ${2 * EVENTS} each`);
    return { product: shop.deliver, reference: () => timeOf(post) };
  },
};

const webhookNeighbours: Row = {
  name: 'webhook-neighbours',
  measured: 'the same beside a webhook that never answers and one that takes 2 s for each answer',
  comparedWith: 'without these two',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 1.5 },
  rounds: 7,
  async prepare(benchContext) {
    const shopOf = async (manners: readonly ReceiverManner[]) =>
      openNotifyingShop(benchContext, await startReceivers(benchContext, manners), GOOD.length);
    const disturbed = await shopOf([...GOOD, 'slow', 'dead']);
    const calm = await shopOf(GOOD);
    await disturbed.deliver();
    await calm.deliver();
    return { product: disturbed.deliver, reference: calm.deliver };
  },
};

export const WEBHOOK_ROWS: readonly Row[] = [webhookEvents, webhookNeighbours];

/** A small shop with a webhook for each receiver. */
export interface NotifyingShop {
  /** Changes 1,000 products and answers the milliseconds until so many receivers, the first, took all of them. */
  deliver(): Promise<number>;
  /** What was delivered to them in the last round. */
  lastDelivered(): readonly MadeDelivery[];
  /** By webhook id. */
  readonly secrets: ReadonlyMap<number, string>;
  readonly urls: ReadonlyMap<number, string>;
}

const EVENTS_PER_MESSAGE = 100;

/** The row wakes the dispatcher itself: the wait for a batch does not count. */
const POLL_EVERY_MS = 3_600_000;

async function openNotifyingShop(
  benchContext: Pick<Context, 'scratchFile' | 'add'>,
  receivers: ReceiversProcess,
  awaited: number,
): Promise<NotifyingShop> {
  const folder = prepareDataFolder(benchContext.scratchFile(`shop-${randomUUID()}`));
  const { log } = openLog(folder.log);
  const { db, close } = await openStore({ file: folder.store });
  await seedFixtureShop(db);
  await seedManyProducts(db);
  const platform = createEmbeddedPlatform({ db, clock, hasher: cheapHasher });
  const secretKey = readSecretKey(folder.secretKey);
  const made = countingDeliveries(createOutbox(db));
  const range = { first: '127.0.0.1', prefixBits: 32, family: 'ipv4' } as const;
  const allowed = [{ host: '127.0.0.1', range, ca: receivers.ca }];
  const { rules, sender } = createReceivers({ allowed, ownPorts: () => [], clock, version: '0.0.0', log });
  const parts = { platform, outbox: made.outbox, secretKey, clock };
  const webhooks = createActiveWebhooks(db);
  const dispatcher = createDispatcher({ ...parts, webhooks, sender, log, pollEveryMs: POLL_EVERY_MS });
  const { subscribe } = createWebhookService({ ...parts, db, rules, dispatcher });
  const subscribed = [];
  for (const url of receivers.urls) {
    subscribed.push(await subscribe(CALLER.owner, { url, events: ['product.updated'] }, null));
  }
  await dispatcher.start();
  benchContext.add(async () => {
    await dispatcher.stop();
    await close();
  });
  const ids = subscribed.map(({ id }) => id);
  const awaitedIds = new Set(ids.slice(0, awaited));
  const messages = (awaited * MANY_PRODUCTS) / EVENTS_PER_MESSAGE;
  let round = 0;

  return {
    async deliver() {
      round += 1;
      await changeManyProducts(db, round);
      const startedAt = performance.now();
      const all = made.next(messages, ({ webhookId }) => awaitedIds.has(webhookId));
      for (const id of ids) dispatcher.wake(id);
      await all;
      return performance.now() - startedAt;
    },
    lastDelivered: made.last,
    secrets: new Map(subscribed.map(({ id, secret }) => [id, secret])),
    urls: new Map(subscribed.map(({ id, url }) => [id, url])),
  };
}

const MANY_PRODUCTS = 1_000;

const FIRST_ID = 10_000;

async function seedManyProducts(db: Kysely<StoreSchema>): Promise<void> {
  const ids = Array.from({ length: MANY_PRODUCTS }, (_, index) => FIRST_ID + index);
  await insertRows(
    db,
    'products',
    ids.map((id) => ({
      id,
      account_id: ACCOUNT.alpha,
      sku: `B-${id}`,
      title: `Product ${id}`,
      folded_sku: `b-${id}`,
      folded_title: `product ${id}`,
      product_group_id: GROUP.toys,
      shop_product_id: id + 70_000,
    })),
  );
}

/** Each of them gets another title, in one transaction. */
async function changeManyProducts(db: Kysely<StoreSchema>, round: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ title: `Title ${round}`, folded_title: `title ${round}` })
    .where('id', '>=', FIRST_ID)
    .execute();
}

interface Addresses {
  readonly secrets: ReadonlyMap<number, string>;
  readonly urls: ReadonlyMap<number, string>;
}

/** What a program would do that only had to post messages that are there: sign and send, one connection a receiver. */
function createPlainPoster(ca: string) {
  const agent = new Agent({ keepAlive: true, ca });

  async function send({ messageId, body }: MadeDelivery, url: string, secret: string): Promise<void> {
    const timestampS = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...signedHeaders({ id: messageId, timestampS, body }, [secret]),
    };
    const sending = request(url, { method: 'POST', agent, headers });
    sending.end(body);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    if (response.statusCode !== 204) throw new Error(`${url} answered ${response.statusCode}`);
  }

  return {
    /** Receivers side by side, the messages of each one after the other. */
    async post(messages: readonly MadeDelivery[], { secrets, urls }: Addresses): Promise<void> {
      const byWebhook = [...Map.groupBy(messages, ({ webhookId }) => webhookId)];
      await Promise.all(
        byWebhook.map(async ([id, own]) => {
          for (const message of own) await send(message, urls.get(id) ?? '', secrets.get(id) ?? '');
        }),
      );
    },
    close: async () => agent.destroy(),
  };
}

type MadeDelivery = Pick<LeasedDelivery, 'webhookId' | 'messageId' | 'body'>;

export interface MadeDeliveries {
  readonly outbox: Outbox;
  /** Resolves when so many of those that `counts` were settled as delivered. One wait at a time. */
  next(count: number, counts: (delivery: MadeDelivery) => boolean): Promise<void>;
  /** Those of the last wait. */
  last(): readonly MadeDelivery[];
}

/** The real outbox, and a look at what it settles. */
function countingDeliveries(real: Outbox): MadeDeliveries {
  let made: MadeDelivery[] = [];
  let onMade = (_: MadeDelivery) => {};

  return {
    outbox: {
      ...real,
      async settle(delivery, attempt, verdict) {
        await real.settle(delivery, attempt, verdict);
        if (verdict.kind === 'delivered') onMade(delivery);
      },
    },
    next: (count, counts) =>
      new Promise((resolve) => {
        made = [];
        onMade = (delivery) => {
          if (!counts(delivery)) return;
          made.push(delivery);
          if (made.length === count) resolve();
        };
      }),
    last: () => made,
  };
}
