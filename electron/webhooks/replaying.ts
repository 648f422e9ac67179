import type { Delivery } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { Store } from '../store/open-store.ts';
import { findLoggedDelivery, type LoggedDelivery } from '../store/webhooks/delivery-log-queries.ts';
import type { NewDelivery, Outbox } from '../store/webhooks/outbox.ts';
import type { WebhooksRepository } from '../store/webhooks/webhooks-repository.ts';
import { toDelivery } from './delivery-record.ts';
import type { Dispatcher } from './dispatcher.ts';
import { scopeOf } from './scope-of.ts';
import { WebhookRefusal } from './webhook-refusal.ts';

interface ReplayingDeps {
  readonly db: Store['db'];
  readonly webhooks: Pick<WebhooksRepository, 'find'>;
  readonly outbox: Pick<Outbox, 'add'>;
  readonly dispatcher: Pick<Dispatcher, 'wake'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Makes a further delivery, due now, of what a finished one brought. */
export async function replayDelivery(
  { db, webhooks, outbox, dispatcher, clock }: ReplayingDeps,
  caller: Caller,
  id: number,
  deliveryId: number,
): Promise<Delivery | null> {
  const scope = scopeOf(caller);
  const webhook = await webhooks.find(scope, id);
  const delivery = await findLoggedDelivery(db, scope, id, deliveryId);
  if (!webhook || !delivery) return null;
  if (webhook.disabled_reason !== null)
    throw new WebhookRefusal(`Webhook ${id} is disabled: enable it first.`);
  if (delivery.status === 'pending') throw new WebhookRefusal(`Delivery ${deliveryId} is still pending.`);

  const now = clock.now();
  const added = await outbox.add(id, copyOf(delivery, now), now);
  // Read before it can be attempted: the answer is of the moment in which it was made.
  const replay = await findLoggedDelivery(db, scope, id, added);
  dispatcher.wake(id);
  return replay && toDelivery(replay);
}

function copyOf(delivery: LoggedDelivery, createdAt: number): NewDelivery {
  return {
    messageId: delivery.message_id,
    kind: delivery.kind,
    body: delivery.body,
    eventCount: delivery.event_count,
    createdAt,
    replayOf: delivery.replay_of ?? delivery.id,
  };
}
