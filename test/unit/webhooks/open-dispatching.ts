import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox } from '../../../electron/store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../../../electron/store/webhooks/requested-deliveries.ts';
import { createDispatcher, type DispatcherDeps } from '../../../electron/webhooks/dispatcher.ts';
import { createWebhookSecrets } from '../../../electron/webhooks/webhook-secrets.ts';
import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { createRecordingSender, type Respond } from '../../support/recording-sender.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { standingClock } from '../session/standing-clock.ts';
import { createChangingPlatform } from './changing-platform.ts';
import { mortal } from './mortal.ts';

export interface SubscribedWebhook {
  readonly url?: string;
  readonly events?: readonly WebhookEvent[];
  readonly accountId?: number;
  readonly userId?: number;
  readonly locationId?: number | null;
}

const SECRET_KEY = new Uint8Array(32).fill(7);

/**
 * Opens a dispatcher with its own store, and with feeds, receivers and a clock that the test controls. `respond` gives
 * the responses of receivers, also after a restart.
 */
export async function openDispatching(options: Partial<DispatcherDeps> = {}, respond?: Respond) {
  const clock = standingClock();
  const store = await openTestStore({ clock });
  const { db } = store;
  const platform = createChangingPlatform(clock.now);
  const secrets = createWebhookSecrets(SECRET_KEY);
  const outbox = createOutbox(db);
  const webhooks = createActiveWebhooks(db);
  const { log, records } = createLogRecorder();
  const requests = createRequestedDeliveries(db);
  const context = { platform, outbox, requests, webhooks, secretKey: SECRET_KEY, clock, log, random: () => 0.5 };

  function open() {
    const sender = createRecordingSender({ now: clock.now });
    if (respond) sender.answer(respond);
    let isDead = false;
    const parts = { ...context, sender, ...options };
    const dispatcher = createDispatcher({
      ...parts,
      clock: {
        ...clock,
        after: (delayMs, run) => clock.after(delayMs, () => !isDead && run()),
      },
      outbox: mortal(parts.outbox, () => isDead),
      requests: mortal(parts.requests, () => isDead),
      webhooks: mortal(parts.webhooks, () => isDead),
      platform: mortal(parts.platform, () => isDead),
      readChangedKeys: mortal(platform, () => isDead).readChangedKeys,
    });
    const kill = () => {
      isDead = true;
    };
    return { sender, dispatcher, kill };
  }
  let current = open();
  await current.dispatcher.start();

  return {
    ...{ clock, db, platform, secrets, outbox, requests, webhooks, records },
    sender: () => current.sender,
    dispatcher: () => current.dispatcher,

    /** Kills the process at any point and starts another one on the same data. */
    async restart(downMs = 0): Promise<void> {
      current.kill();
      clock.sleep(downMs);
      current = open();
      await current.dispatcher.start();
    },

    /** Returns the id and the secret. */
    async subscribe(webhook: SubscribedWebhook = {}) {
      const {
        url = 'https://receiver.example/',
        events = ['order.updated'],
        accountId = 1,
        userId = STAND_IN_CALLER.userId,
      } = webhook;
      const secret = secrets.make();
      const { id } = await db
        .insertInto('webhooks')
        .values({
          account_id: accountId,
          user_id: userId,
          location_id: webhook.locationId ?? null,
          url,
          events: events.join(','),
          description: '',
          created_at: clock.now(),
          sealed_secret: secrets.seal(secret),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const place = { webhook_id: id, position: '1-0', seen_at: clock.now() };
      await db
        .insertInto('webhook_positions')
        .values(events.map((event) => ({ ...place, event })))
        .execute();
      current.dispatcher.wake(id);
      return { id, secret };
    },

    webhook: (id: number) => db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    deliveries: (webhookId: number) =>
      db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).orderBy('id').execute(),
    attempts: (deliveryId: number) =>
      db.selectFrom('webhook_attempts').selectAll().where('delivery_id', '=', deliveryId).orderBy('number').execute(),

    async close(): Promise<void> {
      await Promise.all([current.dispatcher.stop(), clock.advance(2_000)]);
      await store.close();
    },
  };
}
