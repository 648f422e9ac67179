import type { Logger } from 'pino';
import { derivedKey } from '../base/derived-key.ts';
import { createSecretBox } from '../base/secret-box.ts';
import type { Platform } from '../platform/platform.ts';
import type { PlatformWebhooks } from '../platform/platform-webhooks.ts';
import { findLoggedDelivery, readDeliveryLog } from '../store/webhooks/delivery-log-queries.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { createWebhooksRepository } from '../store/webhooks/webhooks-repository.ts';
import { toDelivery } from './delivery-record.ts';
import type { Dispatcher } from './dispatcher.ts';
import { enableWebhook } from './enabling.ts';
import { replayDelivery } from './replaying.ts';
import { rotateSecret } from './rotation.ts';
import { scopeOf } from './scope-of.ts';
import { createSubscribing, type SubscribingDeps } from './subscribing.ts';
import { toWebhook } from './webhook-record.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

/** Webhooks that this program keeps and delivers itself. What is refused throws `WebhookRefusal`. */
export type WebhookService = PlatformWebhooks;

export interface WebhookServiceDeps extends Omit<SubscribingDeps, 'secrets' | 'answerBox' | 'dispatcher'> {
  readonly platform: Pick<Platform, 'readChanges' | 'identify'>;
  readonly outbox: Pick<Outbox, 'add' | 'revive'>;
  readonly dispatcher: Pick<Dispatcher, 'wake' | 'ping'>;
  /** Of the data folder; 32 bytes. */
  readonly secretKey: Uint8Array;
  /** Told of what a removed webhook left behind; without it, who removes is. */
  readonly log?: Pick<Logger, 'warn'>;
}

export function createWebhookService(given: WebhookServiceDeps): WebhookService {
  const { db, clock, dispatcher, secretKey, log } = given;
  const webhooks = createWebhooksRepository(
    db,
    log && ((err) => log.warn({ err }, 'the deliveries of a removed webhook stay until the log is pruned')),
  );
  const secrets = createWebhookSecrets(secretKey);
  const answerBox = createSecretBox(derivedKey(secretKey, 'webhook answers'), 'webhook answer');
  const deps = { ...given, webhooks, secrets, answerBox };

  const find: WebhookService['find'] = async (caller, id) => {
    const stored = await webhooks.find(scopeOf(caller), id);
    return stored ? toWebhook(stored, clock.now()) : null;
  };

  return {
    subscribe: createSubscribing(deps),
    list: async (caller) =>
      (await webhooks.list(scopeOf(caller))).map((stored) => toWebhook(stored, clock.now())),
    find,

    async remove(caller, id) {
      const isRemoved = await webhooks.remove(scopeOf(caller), id);
      if (isRemoved) dispatcher.wake(id);
      return isRemoved;
    },

    async enable(caller, id) {
      await enableWebhook(deps, caller, id);
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

    replay: (caller, id, deliveryId) => replayDelivery(deps, caller, id, deliveryId),
  };
}
