import { randomUUID } from 'node:crypto';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import { prepareDataFolder } from '../../../electron/startup/data-folder.ts';
import { openLog } from '../../../electron/startup/log-file.ts';
import { readSecretKey } from '../../../electron/startup/secret-files.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import { createReceivers } from '../../../electron/webhooks/open-webhooks.ts';
import { createWebhookService } from '../../../electron/webhooks/webhook-service.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { CALLER, seedFixtureShop } from '../../support/shop-fixture.ts';
import type { Ground } from './ground.ts';
import { countingDeliveries, type MadeDelivery } from './made-deliveries.ts';
import { changeManyProducts, MANY_PRODUCTS, seedManyProducts } from './many-products.ts';
import type { ReceiversProcess } from './receivers-process.ts';

/** A small shop of its own with a webhook for each receiver. */
export interface TellingShop {
  /** Changes 1,000 products and answers the milliseconds until so many receivers, the first, took all of them. */
  tell(): Promise<number>;
  /** What was delivered to them the last time. */
  lastTold(): readonly MadeDelivery[];
  /** By webhook id. */
  readonly secrets: ReadonlyMap<number, string>;
  readonly urls: ReadonlyMap<number, string>;
}

const EVENTS_PER_MESSAGE = 100;
/** It is woken when there is something to tell: waiting for a batch does not count. */
const GATHER_EVERY_MS = 3_600_000;

export async function openTellingShop(
  ground: Pick<Ground, 'scratchFile' | 'add'>,
  receivers: ReceiversProcess,
  awaited: number,
): Promise<TellingShop> {
  const folder = prepareDataFolder(ground.scratchFile(`shop-${randomUUID()}`));
  const { log } = openLog(folder.log);
  const { db, close } = await openStore({ file: folder.store });
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(db, hasher);
  await seedManyProducts(db);
  const platform = createEmbeddedPlatform({ db, clock, hasher });
  const secretKey = readSecretKey(folder.secretKey);
  const made = countingDeliveries(createOutbox(db));
  const range = { first: '127.0.0.1', prefixBits: 32, family: 'ipv4' } as const;
  const allowed = [{ host: '127.0.0.1', range, ca: receivers.ca }];
  const { rules, sender } = createReceivers({ allowed, ownPorts: () => [], clock, version: '0.0.0', log });
  const parts = { platform, outbox: made.outbox, secretKey, clock };
  const webhooks = createActiveWebhooks(db);
  const dispatcher = createDispatcher({ ...parts, webhooks, sender, log, gatherEveryMs: GATHER_EVERY_MS });
  const { subscribe } = createWebhookService({ ...parts, db, rules, dispatcher });
  const subscribed = [];
  for (const url of receivers.urls) {
    subscribed.push(await subscribe(CALLER.owner, { url, events: ['product.updated'] }, null));
  }
  await dispatcher.start();
  ground.add(async () => {
    await dispatcher.stop();
    await close();
  });
  const ids = subscribed.map(({ id }) => id);
  const awaitedIds = new Set(ids.slice(0, awaited));
  const messages = (awaited * MANY_PRODUCTS) / EVENTS_PER_MESSAGE;
  let round = 0;

  return {
    async tell() {
      round += 1;
      await changeManyProducts(db, round);
      const startedAt = performance.now();
      const all = made.next(messages, ({ webhookId }) => awaitedIds.has(webhookId));
      for (const id of ids) dispatcher.wake(id);
      await all;
      return performance.now() - startedAt;
    },
    lastTold: made.last,
    secrets: new Map(subscribed.map(({ id, secret }) => [id, secret])),
    urls: new Map(subscribed.map(({ id, url }) => [id, url])),
  };
}
