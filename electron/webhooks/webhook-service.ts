import type { Logger } from 'pino';
import { MAX_REPLAYS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import { createSecretBox, deriveKey } from '../base/secret-box.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import { createActiveWebhooks } from '../store/webhooks/active-webhooks.ts';
import { findLoggedDelivery, type LoggedDelivery, readDeliveryLog } from '../store/webhooks/delivery-log-queries.ts';
import { createRequestedDeliveries, type NewReplay } from '../store/webhooks/requested-deliveries.ts';
import { createWebhooksRepository, type StoredWebhook } from '../store/webhooks/webhooks-repository.ts';
import { toDelivery } from './delivery-log.ts';
import type { Dispatcher } from './dispatcher.ts';
import { type LostRight, lostRightOf } from './enqueue-changes.ts';
import { createSubscribing, draftChange, type SubscribingDeps } from './subscriptions.ts';
import { RATE_WINDOW_MS, scopeOf, tooManyOfWebhook, toWebhook, WebhookRefusal } from './webhook-record.ts';
import { createWebhookSecrets, rotateSecret } from './webhook-secrets.ts';

/** Webhooks that this program stores and delivers itself. What is refused throws `WebhookRefusal`. */
export type WebhookService = PlatformWebhooks;

export interface WebhookServiceDeps extends Omit<SubscribingDeps, 'secrets' | 'answerBox' | 'dispatcher'> {
  readonly platform: Pick<Platform, 'readChanges' | 'identify'>;
  readonly dispatcher: Pick<Dispatcher, 'wake' | 'ping'>;
  /** Of the data folder; 32 bytes. */
  readonly secretKey: Uint8Array;
  /** Gets failures to remove the deliveries of a removed webhook; without it, `remove` throws them. */
  readonly log?: Pick<Logger, 'warn'>;
}

const REASONS: Readonly<Record<LostRight, string>> = {
  gone: 'may no longer sign in',
  not_manager: 'is no longer an owner or accountant',
  other_lock: 'sees other locations than when subscribing',
};

const REPLAY_LIMIT = { name: 'webhook-replay', perMinute: MAX_REPLAYS_PER_MINUTE } as const;

export function createWebhookService(given: WebhookServiceDeps): WebhookService {
  const { db, platform, clock, dispatcher, secretKey, log } = given;
  const active = createActiveWebhooks(db);
  const requests = createRequestedDeliveries(db);
  const webhooks = createWebhooksRepository(
    db,
    log && ((err) => log.warn({ err }, 'the deliveries of a removed webhook stay until the log is pruned')),
  );
  const secrets = createWebhookSecrets(secretKey);
  const answerBox = createSecretBox(deriveKey(secretKey, 'webhook answers'), 'webhook answer');
  const deps = { ...given, webhooks, secrets, answerBox };

  const find: WebhookService['find'] = async (caller, id) => {
    const stored = await webhooks.find(scopeOf(caller), id);
    return stored ? toWebhook(stored, clock.now()) : null;
  };

  /** Null where there is none that the caller sees; throws `WebhookRefusal` where it cannot be sent. */
  async function sendableDelivery(scope: ReturnType<typeof scopeOf>, id: number, deliveryId: number, ofPing: string) {
    const webhook = await webhooks.find(scope, id);
    const delivery = await findLoggedDelivery(db, scope, id, deliveryId);
    if (!webhook || !delivery) return null;
    if (webhook.disabled_reason !== null) throw new WebhookRefusal(`Webhook ${id} is disabled: enable it first.`);
    if (delivery.kind !== 'ping') return delivery;
    throw new WebhookRefusal(`Delivery ${deliveryId} is a ping, which ${ofPing}: ping again.`);
  }

  /** A webhook acts with the rights of its subscriber, who may be another user than the caller. */
  async function checkSubscriber(webhook: StoredWebhook): Promise<void> {
    const { id, account_id: accountId, user_id: userId, location_id: locationId } = webhook;
    const lost = lostRightOf(await platform.identify({ accountId, userId }), { locationId });
    if (lost === null) return;
    throw new WebhookRefusal(`Webhook ${id} stays disabled: the user who subscribed it ${REASONS[lost]}.`);
  }

  return {
    subscribe: createSubscribing(deps),
    list: async (caller) => (await webhooks.list(scopeOf(caller))).map((stored) => toWebhook(stored, clock.now())),
    find,

    async update(caller, id, subscription) {
      const webhook = await webhooks.find(scopeOf(caller), id);
      if (!webhook) return null;
      const { account_id: accountId, user_id: userId } = webhook;
      const subscriber = (await platform.identify({ accountId, userId })) ?? caller;
      await webhooks.update(scopeOf(caller), id, await draftChange(given, subscriber, subscription));
      dispatcher.wake(id);
      return find(caller, id);
    },

    async remove(caller, id) {
      const isRemoved = await webhooks.remove(scopeOf(caller), id);
      if (isRemoved) dispatcher.wake(id);
      return isRemoved;
    },

    async pause(caller, id) {
      if ((await find(caller, id)) === null) return null;
      await active.disable(id, 'paused', clock.now());
      return find(caller, id);
    },

    async enable(caller, id) {
      const webhook = await webhooks.find(scopeOf(caller), id);
      if (webhook && webhook.disabled_reason !== null) {
        await checkSubscriber(webhook);
        await active.reenable(id, clock.now());
        dispatcher.wake(id);
      }
      return find(caller, id);
    },

    async ping(caller, id) {
      if ((await find(caller, id)) === null) return null;
      const deliveryId = await dispatcher.ping(id);
      const delivery = await findLoggedDelivery(db, scopeOf(caller), id, deliveryId);
      return delivery && toDelivery(delivery);
    },

    rotateSecret: (caller, id) => rotateSecret(deps, caller, id),

    async listDeliveries(caller, id, { sort, ...query }) {
      if ((await find(caller, id)) === null) return null;
      const selection = { ...query, isNewestFirst: sort === '-id' };
      const { rows, total } = await readDeliveryLog(db, scopeOf(caller), id, selection);
      return { rows: rows.map(toDelivery), total };
    },

    /** Each replay is a copy of a body: so only one of a delivery may be pending, and a minute has so many. */
    async replay(caller, id, deliveryId) {
      const scope = scopeOf(caller);
      const delivery = await sendableDelivery(scope, id, deliveryId, 'cannot be replayed');
      if (!delivery) return null;
      if (delivery.status === 'pending') throw new WebhookRefusal(`Delivery ${deliveryId} is still pending.`);

      const now = clock.now();
      const rate = { max: REPLAY_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
      const added = await requests.addReplay(id, copyOf(delivery, now), rate);
      if (added.kind === 'full') throw tooManyOfWebhook(REPLAY_LIMIT, added.oldestAt, now);
      if (added.kind === 'pending')
        throw new WebhookRefusal(`Delivery ${deliveryId} is being delivered once more: ${added.id} is still pending.`);
      // Read before it can be attempted: the answer is of the moment in which it was made.
      const replay = await findLoggedDelivery(db, scope, id, added.id);
      dispatcher.wake(id);
      return replay && toDelivery(replay);
    },

    async retry(caller, id, deliveryId) {
      const scope = scopeOf(caller);
      if (!(await sendableDelivery(scope, id, deliveryId, 'is attempted once'))) return null;
      const now = clock.now();
      const rate = { max: REPLAY_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
      const retried = await requests.retry(id, deliveryId, now, rate);
      if (retried.kind === 'ended') throw new WebhookRefusal(`Delivery ${deliveryId} has ended: replay it.`);
      if (retried.kind === 'full') throw tooManyOfWebhook(REPLAY_LIMIT, retried.oldestAt, now);
      const due = await findLoggedDelivery(db, scope, id, deliveryId);
      dispatcher.wake(id);
      return due && toDelivery(due);
    },
  };
}

function copyOf(delivery: LoggedDelivery, createdAt: number): NewReplay {
  return {
    messageId: delivery.message_id,
    kind: delivery.kind,
    body: delivery.body,
    eventCount: delivery.event_count,
    createdAt,
    replayOf: delivery.replay_of ?? delivery.id,
  };
}
