import type {
  Delivery,
  DeliveryStatus,
  NewWebhook,
  RotatedSecret,
  Subscription,
  Webhook,
} from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Page } from './platform.ts';

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly sort?: 'id' | '-id';
  readonly start: number;
  readonly limit: number;
}

/**
 * What is done with webhooks in somebody's name: here, or at a platform whose `webhooks` are `there`. Callers are owners
 * and accountants; one with a locked location has the webhooks that were subscribed with the same lock. Null stands for
 * what does not exist for the caller. What is refused throws: here a `WebhookRefusal`, there a `PlatformError`.
 */
export interface PlatformWebhooks {
  /** The same key and body answer the same for 24 hours. */
  subscribe(caller: Caller, subscription: Subscription, idempotencyKey: string | null): Promise<NewWebhook>;
  list(caller: Caller): Promise<readonly Webhook[]>;
  find(caller: Caller, id: number): Promise<Webhook | null>;
  remove(caller: Caller, id: number): Promise<boolean>;
  /** Refused where the subscriber has other rights now than at the subscription, whoever asks. */
  enable(caller: Caller, id: number): Promise<Webhook | null>;
  ping(caller: Caller, id: number): Promise<Delivery | null>;
  rotateSecret(caller: Caller, id: number): Promise<RotatedSecret | null>;
  listDeliveries(caller: Caller, id: number, query: DeliveryQuery): Promise<Page<Delivery> | null>;
  replay(caller: Caller, id: number, deliveryId: number): Promise<Delivery | null>;
}

/** Asks whoever keeps the webhooks of a caller, as that one knows the caller. */
export type AskWebhooks = <Answer>(
  caller: Caller,
  call: (webhooks: PlatformWebhooks, acting: Caller) => Promise<Answer>,
) => Promise<Answer>;

/** Webhooks of which every call goes to whoever keeps those of the caller. */
export function routedWebhooks(ask: AskWebhooks): PlatformWebhooks {
  return {
    subscribe: (caller, subscription, idempotencyKey) =>
      ask(caller, (own, as) => own.subscribe(as, subscription, idempotencyKey)),
    list: (caller) => ask(caller, (own, as) => own.list(as)),
    find: (caller, id) => ask(caller, (own, as) => own.find(as, id)),
    remove: (caller, id) => ask(caller, (own, as) => own.remove(as, id)),
    enable: (caller, id) => ask(caller, (own, as) => own.enable(as, id)),
    ping: (caller, id) => ask(caller, (own, as) => own.ping(as, id)),
    rotateSecret: (caller, id) => ask(caller, (own, as) => own.rotateSecret(as, id)),
    listDeliveries: (caller, id, query) => ask(caller, (own, as) => own.listDeliveries(as, id, query)),
    replay: (caller, id, deliveryId) => ask(caller, (own, as) => own.replay(as, id, deliveryId)),
  };
}
