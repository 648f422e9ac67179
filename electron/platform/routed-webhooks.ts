import type { Caller } from '../base/caller.ts';
import type { PlatformWebhooks } from './platform-webhooks.ts';

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
