import { randomUUID } from 'node:crypto';
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
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import type { OutgoingMessage } from '../../../electron/webhooks/https-sender.ts';
import { createReceivers } from '../../../electron/webhooks/open-webhooks.ts';
import { createWebhookService } from '../../../electron/webhooks/webhook-service.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { cheapHasher } from '../../support/cheap-cost.ts';
import { ACCOUNT, CALLER, GROUP, seedFixtureShop } from '../../support/shop-fixture.ts';
import type { Context } from '../context/bench-context.ts';
import { startServer } from '../context/running-product.ts';
import type { Row, Sides } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';

const WEBHOOKS = 10;

const PRODUCTS = 1_000;

const EVENTS_PER_MESSAGE = 100;

const MESSAGES = (WEBHOOKS * PRODUCTS) / EVENTS_PER_MESSAGE;

export const webhookEvents: Row = {
  name: 'webhook-events',
  measured: '1,000 changed products told to 10 webhooks, from the commit to the last answer',
  comparedWith: 'the same signed messages posted again',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 10 },
  rounds: 7,
  async prepare(benchContext) {
    const sides = await openNotifyingShop(benchContext, await startReceivers(benchContext));
    await sides.product();
    await sides.reference();
    return sides;
  },
};

interface Receivers {
  readonly urls: readonly string[];
  /** What a client has to trust, in PEM. */
  readonly ca: string;
}

const PROGRAM = projectPath('test', 'bench', 'context', 'webhook-receivers.ts');

const READY = /^Receivers (.*)\n/;

/** HTTPS receivers in a process of their own, which ends with the row. */
async function startReceivers({ processes, add, stop }: Context): Promise<Receivers> {
  const server = await startServer(processes, [PROGRAM, String(WEBHOOKS)], READY);
  add(() => stop(server));
  return JSON.parse(READY.exec(server.printed)?.[1] ?? '{}');
}

/** The row wakes the dispatcher itself: the wait for a batch does not count. */
const POLL_EVERY_MS = 3_600_000;

/** A small shop with a webhook for each receiver. */
async function openNotifyingShop({ scratchFile, add }: Context, { urls, ca }: Receivers): Promise<Sides> {
  const folder = prepareDataFolder(scratchFile(`shop-${randomUUID()}`));
  const { log } = openLog(folder.log);
  const { db, close } = await openStore({ file: folder.store });
  await seedFixtureShop(db);
  await seedManyProducts(db);
  const platform = createEmbeddedPlatform({ db, clock, hasher: cheapHasher });
  const range = { first: '127.0.0.1', prefixBits: 32, family: 'ipv4' } as const;
  const allowed = [{ host: '127.0.0.1', range, ca }];
  const { rules, sender } = createReceivers({ allowed, ownPorts: () => [], clock, version: '0.0.0', log });
  const parts = { platform, outbox: createOutbox(db), secretKey: readSecretKey(folder.secretKey), clock };
  const sent: OutgoingMessage[] = [];
  let onSent = () => {};
  const dispatcher = createDispatcher({
    ...{ ...parts, webhooks: createActiveWebhooks(db), log, pollEveryMs: POLL_EVERY_MS },
    sender: {
      ...sender,
      async send(message) {
        const answer = await sender.send(message);
        if (answer.status !== 204) throw new Error(`${message.url} answered ${answer.status}`);
        sent.push(message);
        onSent();
        return answer;
      },
    },
  });
  const { subscribe } = createWebhookService({ ...parts, db, rules, dispatcher });
  const ids: number[] = [];
  for (const url of urls) {
    const { id } = await subscribe(CALLER.owner, { url, events: ['product.updated'] }, null);
    ids.push(id);
  }
  await dispatcher.start();
  add(async () => {
    await dispatcher.stop();
    await close();
  });
  let round = 0;

  return {
    async product() {
      round += 1;
      await changeManyProducts(db, round);
      sent.length = 0;
      return timeOf(() => {
        const all = new Promise<void>((resolve) => {
          onSent = () => sent.length === MESSAGES && resolve();
        });
        for (const id of ids) dispatcher.wake(id);
        return all;
      });
    },
    /** Receivers side by side, the messages of each one after the other. */
    reference: () =>
      timeOf(() =>
        Promise.all(
          [...Map.groupBy(sent, ({ url }) => url).values()].map(async (messages) => {
            for (const message of messages) await sender.send(message);
          }),
        ),
      ),
  };
}

const FIRST_ID = 10_000;

async function seedManyProducts(db: Kysely<StoreSchema>): Promise<void> {
  const ids = Array.from({ length: PRODUCTS }, (_, index) => FIRST_ID + index);
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
