import { setTimeout } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock as clock } from '../../../electron/base/clock.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { createWebhooksRepository } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { LEASE_MS } from '../../../electron/webhooks/delivery-worker.ts';
import { createDispatcher, type Dispatcher } from '../../../electron/webhooks/dispatcher.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { newDelivery } from '../../store/webhooks/open-outbox.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createRecordingSender, type RecordingSender, silence } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { insertWebhook } from '../../support/webhook-rows.ts';
import { createChangingPlatform } from '../../unit/webhooks/changing-platform.ts';
import { openInstances, SHARED_KEY, until } from './open-instances.ts';

const SCOPE = { accountId: 1, locationId: null };
const secrets = () => createWebhookSecrets(SHARED_KEY);

/** A webhook, the dispatcher of one instance, and the store of another one that shares it. */
async function openShared() {
  const { dbs } = await openInstances(2);
  const [db, other = db] = dbs;
  const sealed = secrets().seal(secrets().make());
  const { id } = await insertWebhook(db, { user_id: STAND_IN_CALLER.userId, sealed_secret: sealed });
  const sender = createRecordingSender();
  const dispatcher = await startDispatcher(db, sender);
  return { other, id, sealed, sender, dispatcher, sent: sender.sent };
}

async function startDispatcher(db: Kysely<StoreSchema>, sender: RecordingSender): Promise<Dispatcher> {
  const dispatcher = createDispatcher({
    ...{ clock, sender, secretKey: SHARED_KEY, pollEveryMs: 50, log: createLogRecorder().log },
    platform: createChangingPlatform(clock.now),
    outbox: createOutbox(db),
    webhooks: createActiveWebhooks(db),
  });
  await dispatcher.start();
  onTestFinished(() => dispatcher.stop());
  return dispatcher;
}

async function putBy(db: Kysely<StoreSchema>, webhookId: number): Promise<void> {
  await createOutbox(db).add(webhookId, newDelivery(clock.now()), clock.now());
}

it('delivers what another instance queued and did not deliver', async () => {
  const { other, id, sent } = await openShared();
  for (let told = 1; told <= 3; told += 1) {
    await putBy(other, id);
    await until(() => sent.length === told);
  }
});

it('delivers immediately what another instance was delivering when it was stopped', async () => {
  const { other, id, sender, dispatcher } = await openShared();
  sender.answer(silence);
  await putBy(other, id);
  await until(() => sender.sent.length === 1);
  const next = createRecordingSender();
  await startDispatcher(other, next);
  await dispatcher.stop();
  const stoppedAt = clock.now();
  await until(() => next.sent.length === 1);
  expect(clock.now() - stoppedAt).toBeLessThan(LEASE_MS / 2);
  expect(next.sent[0]?.id).toBe(sender.sent[0]?.id);
});

it('signs with a secret that another instance has just created', async () => {
  const { other, id, sealed: from, sent } = await openShared();
  await putBy(other, id);
  await until(() => sent.length === 1);
  const to = secrets().seal(secrets().make());
  const oldSecretUntil = clock.now() + 60_000;
  await createWebhooksRepository(other).rotate(SCOPE, id, { from, to, oldSecretUntil });
  await putBy(other, id);
  await until(() => sent.length === 2);
  const signatures = sent.map(({ headers }) => headers['webhook-signature']?.split(' ').length);
  expect(signatures).toEqual([1, 2]);
});

it('stops delivering to a webhook that another instance disabled, and continues once it is enabled', async () => {
  const { other, id, sent } = await openShared();
  await putBy(other, id);
  await until(() => sent.length === 1);
  await createActiveWebhooks(other).disable(id, 'gone', clock.now());
  await putBy(other, id);
  await setTimeout(500);
  expect(sent).toHaveLength(1);
  await createOutbox(other).revive(id, clock.now());
  await until(() => sent.length === 2);
});
