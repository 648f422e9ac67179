import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { migrateStore, migrations } from '../../../electron/store/migrations/migrate-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../../../electron/store/webhooks/requested-deliveries.ts';
import { createDispatcher } from '../../../electron/webhooks/dispatcher.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { createRecordingSender, type RecordingSender } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { insertDelivery, insertWebhook } from '../../support/webhook-rows.ts';
import { standingClock } from '../../unit/session/standing-clock.ts';
import { createChangingPlatform } from '../../unit/webhooks/changing-platform.ts';
import { storeBefore } from './store-before.ts';

const SECRET_KEY = new Uint8Array(32).fill(7);
const MINUTE = 60_000;

/** A store of the previous version, in which a program was killed: deliveries are pending, leased or ended. */
async function storeWithPending() {
  const clock = standingClock();
  const db = await storeBefore('0030-one-outbox');
  onTestFinished(() => db.destroy());
  const secrets = createWebhookSecrets(SECRET_KEY);
  const { id } = await insertWebhook(db, {
    user_id: STAND_IN_CALLER.userId,
    sealed_secret: secrets.seal(secrets.make()),
  });
  const position = { webhook_id: id, event: 'order.updated', position: '1-0', seen_at: clock.now() } as const;
  await db.insertInto('webhook_positions').values(position).execute();
  const now = clock.now();
  const pending = { status: 'pending', created_at: now - 5 * MINUTE } as const;
  await insertDelivery(db, id, { ...pending, message_id: 'overdue', next_attempt_at: now - 3 * MINUTE });
  await insertDelivery(db, id, {
    ...{ ...pending, message_id: 'leased', next_attempt_at: now - MINUTE },
    leased_until: now + 10_000,
  });
  await insertDelivery(db, id, { ...pending, message_id: 'later', next_attempt_at: now + 25_000 });
  await insertDelivery(db, id, { message_id: 'done', ended_at: now - MINUTE });
  return { db, clock, id };
}

const rowsOf = (db: Kysely<StoreSchema>) =>
  Promise.all(
    (['webhooks', 'webhook_positions', 'webhook_deliveries', 'webhook_attempts', 'webhook_idempotency'] as const).map(
      (table) => db.selectFrom(table).selectAll().execute(),
    ),
  );

it('migration 0030-one-outbox does not change webhooks, positions, deliveries and attempts', async () => {
  const { db } = await storeWithPending();
  const before = await rowsOf(db);
  await migrateStore(db, migrations);
  expect(await rowsOf(db)).toEqual(before);
});

it('a store that is upgraded with pending deliveries sends each of them under its id', async () => {
  const { db, clock, id } = await storeWithPending();
  await migrateStore(db, migrations);
  const sender = createRecordingSender();
  const platform = createChangingPlatform(clock.now);
  const dispatcher = createDispatcher({
    ...{ platform, sender, clock, secretKey: SECRET_KEY, log: createLogRecorder().log },
    readChangedKeys: platform.readChangedKeys,
    outbox: createOutbox(db),
    requests: createRequestedDeliveries(db),
    webhooks: createActiveWebhooks(db),
  });
  await dispatcher.start();
  onTestFinished(() => dispatcher.stop());
  platform.write('orders', { id: 1, locationId: null });

  const left = db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id);
  const advanced = async () => {
    await clock.advance(1_000);
    return { pending: (await left.where('status', '<>', 'delivered').execute()).length, told: idsOf(sender).length };
  };
  await expect.poll(advanced, { timeout: 20_000 }).toEqual({ pending: 0, told: 4 });
  expect(idsOf(sender)).toEqual(expect.arrayContaining(['later', 'leased', 'overdue']));
});

/** Each sent message once: a database may answer after the lease has ended by the clock of the test. */
function idsOf({ sent }: RecordingSender): string[] {
  return [...new Set(sent.map((message) => message.id))];
}

it('rows of a removed webhook that an earlier version had not yet removed are pruned', async () => {
  const { db, clock } = await storeWithPending();
  const removed = await insertWebhook(db);
  await insertDelivery(db, removed.id);
  await db.deleteFrom('webhooks').where('id', '=', removed.id).execute();
  await sql`create table removed_webhooks (webhook_id bigint primary key)`.execute(db);
  await sql`insert into removed_webhooks values (${removed.id})`.execute(db);
  await migrateStore(db, migrations);
  const kept = { now: clock.now(), endedBefore: 0, maxEnded: 999, answeredUntil: 0, pingedUntil: 0 };
  await createOutbox(db).prune(kept);
  const left = await db.selectFrom('webhook_deliveries').select('message_id').orderBy('id').execute();
  expect(left.map(({ message_id }) => message_id)).toEqual(['overdue', 'leased', 'later', 'done']);
});
