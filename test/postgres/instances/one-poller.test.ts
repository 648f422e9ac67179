import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox, insertDelivery } from '../../../electron/store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../../../electron/store/webhooks/requested-deliveries.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { newDelivery } from '../../store/webhooks/open-outbox.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createRecordingSender } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { insertWebhook } from '../../support/webhook-rows.ts';
import { createChangingPlatform } from '../../unit/webhooks/changing-platform.ts';
import { openInstances, SHARED_KEY, until } from './open-instances.ts';

const POLL_EVERY_MS = 500;

/** One of the servers on a database, and how often it polled for changes. */
async function startServer(db: Kysely<StoreSchema>) {
  const platform = createChangingPlatform(clock.now);
  const sender = createRecordingSender();
  const dispatcher = createDispatcher({
    ...{
      clock,
      platform,
      sender,
      secretKey: SHARED_KEY,
      pollEveryMs: POLL_EVERY_MS,
      log: createLogRecorder().log,
    },
    readChangedKeys: platform.readChangedKeys,
    outbox: createOutbox(db),
    requests: createRequestedDeliveries(db),
    webhooks: createActiveWebhooks(db),
  });
  await dispatcher.start();
  onTestFinished(() => dispatcher.stop());
  return { looks: () => platform.calls.identify, sent: () => sender.sent, stop: () => dispatcher.stop() };
}

async function openWithWebhook() {
  const { dbs } = await openInstances(2);
  const [one, other = one] = dbs;
  const secrets = createWebhookSecrets(SHARED_KEY);
  const subscribed = { user_id: STAND_IN_CALLER.userId, sealed_secret: secrets.seal(secrets.make()) };
  const { id } = await insertWebhook(one, subscribed);
  return { one, other, id };
}

it('only one of two servers on a database polls for changes; once it stops, the other does', async () => {
  const { one, other } = await openWithWebhook();
  const holder = await startServer(one);
  await until(() => holder.looks() > 0);
  const second = await startServer(other);
  const before = holder.looks();
  await until(() => holder.looks() >= before + 5);
  expect(second.looks()).toBe(0);

  await holder.stop();
  await until(() => second.looks() > 0);
});

it('two servers on one database send each delivery once, and the one that does not poll sends too', async () => {
  const { one, other, id } = await openWithWebhook();
  const servers = [await startServer(one), await startServer(other)];
  const make = async (from: number) => {
    for (let number = from; number < from + 20; number += 1) {
      await insertDelivery(one, id, { ...newDelivery(clock.now()), messageId: `msg_${number}` });
    }
  };
  const sent = () => servers.flatMap((server) => server.sent().map((message) => message.id));
  for (let made = 0; servers.some((server) => server.sent().length === 0); made += 20) {
    await make(made);
    await until(() => sent().length >= made + 20);
  }
  expect(new Set(sent()).size).toBe(sent().length);
});
