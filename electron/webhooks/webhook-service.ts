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
import { findLostRight, type LostRight } from './enqueue-changes.ts';
import { createSubscribe, draftChange, type SubscriptionDeps } from './subscriptions.ts';
import { createRateRefusal, RATE_WINDOW_MS, toStoreScope, toWebhook, WebhookRefusal } from './webhook-record.ts';
import { createWebhookSecrets, rotateSecret } from './webhook-secrets.ts';

/** Webhooks that this program stores and delivers. Throws `WebhookRefusal` for refused actions. */
export type WebhookService = PlatformWebhooks;

export interface WebhookServiceDeps extends Omit<SubscriptionDeps, 'secrets' | 'answerBox' | 'dispatcher'> {
  readonly platform: Pick<Platform, 'readChanges' | 'identify'>;
  readonly dispatcher: Pick<Dispatcher, 'wake' | 'ping'>;
  /** The secret key of the data folder: 32 bytes. */
  readonly secretKey: Uint8Array;
  /** Logs failures to remove the deliveries of a removed webhook. Without it, `remove` throws them. */
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
    const stored = await webhooks.find(toStoreScope(caller), id);
    return stored ? toWebhook(stored, clock.now()) : null;
  };

  /** Returns `null` if the caller sees no such delivery. Throws `WebhookRefusal` if it cannot be sent. */
  async function findSendableDelivery(
    scope: ReturnType<typeof toStoreScope>,
    id: number,
    deliveryId: number,
    pingReason: string,
  ) {
    const webhook = await webhooks.find(scope, id);
    const delivery = await findLoggedDelivery(db, scope, id, deliveryId);
    if (!webhook || !delivery) return null;
    if (webhook.disabled_reason !== null) throw new WebhookRefusal(`Webhook ${id} is disabled: enable it first.`);
    if (delivery.kind !== 'ping') return delivery;
    throw new WebhookRefusal(`Delivery ${deliveryId} is a ping, which ${pingReason}: ping again.`);
  }

  /** A webhook has the rights of its subscriber, who may be another user than the caller. */
  async function checkSubscriber(webhook: StoredWebhook): Promise<void> {
    const { id, account_id: accountId, user_id: userId, location_id: locationId } = webhook;
    const lost = findLostRight(await platform.identify({ accountId, userId }), { locationId });
    if (lost === null) return;
    throw new WebhookRefusal(`Webhook ${id} stays disabled: the user who subscribed it ${REASONS[lost]}.`);
  }

  return {
    subscribe: createSubscribe(deps),
    list: async (caller) => (await webhooks.list(toStoreScope(caller))).map((stored) => toWebhook(stored, clock.now())),
    find,

    async update(caller, id, subscription) {
      const webhook = await webhooks.find(toStoreScope(caller), id);
      if (!webhook) return null;
      const { account_id: accountId, user_id: userId } = webhook;
      const subscriber = (await platform.identify({ accountId, userId })) ?? caller;
      await webhooks.update(toStoreScope(caller), id, await draftChange(given, subscriber, subscription));
      dispatcher.wake(id);
      return find(caller, id);
    },

    async remove(caller, id) {
      const isRemoved = await webhooks.remove(toStoreScope(caller), id);
      if (isRemoved) dispatcher.wake(id);
      return isRemoved;
    },

    async pause(caller, id) {
      if ((await find(caller, id)) === null) return null;
      await active.disable(id, 'paused', clock.now());
      return find(caller, id);
    },

    async enable(caller, id) {
      const webhook = await webhooks.find(toStoreScope(caller), id);
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
      const delivery = await findLoggedDelivery(db, toStoreScope(caller), id, deliveryId);
      return delivery && toDelivery(delivery);
    },

    rotateSecret: (caller, id) => rotateSecret(deps, caller, id),

    async listDeliveries(caller, id, { sort, ...query }) {
      if ((await find(caller, id)) === null) return null;
      const selection = { ...query, isNewestFirst: sort === '-id' };
      const { rows, total } = await readDeliveryLog(db, toStoreScope(caller), id, selection);
      return { rows: rows.map(toDelivery), total };
    },

    /** Each replay copies a body, so a delivery can have only one pending replay and replays per minute are limited. */
    async replay(caller, id, deliveryId) {
      const scope = toStoreScope(caller);
      const delivery = await findSendableDelivery(scope, id, deliveryId, 'cannot be replayed');
      if (!delivery) return null;
      if (delivery.status === 'pending') throw new WebhookRefusal(`Delivery ${deliveryId} is still pending.`);

      const now = clock.now();
      const rate = { max: REPLAY_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
      const added = await requests.addReplay(id, toReplay(delivery, now), rate);
      if (added.kind === 'full') throw createRateRefusal(REPLAY_LIMIT, added.oldestAt, now);
      if (added.kind === 'pending')
        throw new WebhookRefusal(`Delivery ${deliveryId} is being delivered once more: ${added.id} is still pending.`);
      // Read before an attempt can change it: the answer shows the replay as it was created.
      const replay = await findLoggedDelivery(db, scope, id, added.id);
      dispatcher.wake(id);
      return replay && toDelivery(replay);
    },

    async retry(caller, id, deliveryId) {
      const scope = toStoreScope(caller);
      if (!(await findSendableDelivery(scope, id, deliveryId, 'is attempted once'))) return null;
      const now = clock.now();
      const rate = { max: REPLAY_LIMIT.perMinute, windowMs: RATE_WINDOW_MS };
      const retried = await requests.retry(id, deliveryId, now, rate);
      if (retried.kind === 'ended') throw new WebhookRefusal(`Delivery ${deliveryId} has ended: replay it.`);
      if (retried.kind === 'full') throw createRateRefusal(REPLAY_LIMIT, retried.oldestAt, now);
      const due = await findLoggedDelivery(db, scope, id, deliveryId);
      dispatcher.wake(id);
      return due && toDelivery(due);
    },
  };
}

function toReplay(delivery: LoggedDelivery, createdAt: number): NewReplay {
  return {
    messageId: delivery.message_id,
    kind: delivery.kind,
    body: delivery.body,
    eventCount: delivery.event_count,
    createdAt,
    replayOf: delivery.replay_of ?? delivery.id,
  };
}
