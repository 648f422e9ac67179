import { PINGS_PER_MINUTE } from '../../shared/contract/webhook-records.ts';
import type { DeliveringWebhook } from '../store/webhooks/active-webhooks.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts';
import { LEASE_MS } from './delivery-lane.ts';
import { newMessageId, pingBody } from './message-body.ts';
import { WebhookRefusal } from './webhook-refusal.ts';

export interface PingDeps extends AttemptDeps {
  readonly outbox: Pick<Outbox, 'addPing' | 'leaseOne' | 'hasSucceededSince' | 'settle' | 'release'>;
}

const WINDOW_MS = 60_000;

/**
 * Makes a ping and attempts it now, beside what else is delivered. Answers its id. Throws `WebhookRefusal` with the
 * seconds until the next one is let through: they are counted in the store, whichever instance makes them.
 */
export async function sendPing(deps: PingDeps, webhook: DeliveringWebhook): Promise<number> {
  const { outbox, clock } = deps;
  const createdAt = clock.now();
  const ping = {
    messageId: newMessageId(),
    kind: 'ping' as const,
    body: pingBody(createdAt),
    eventCount: 0,
    createdAt,
    replayOf: null,
  };
  const added = await outbox.addPing(webhook.id, ping, { most: PINGS_PER_MINUTE, windowMs: WINDOW_MS });
  if ('oldestAt' in added) throw tooManyPings(added.oldestAt + WINDOW_MS - createdAt);
  const { id } = added;
  const delivery = await outbox.leaseOne(id, createdAt, createdAt + LEASE_MS);
  if (delivery) await attemptDelivery(deps, webhook, delivery);
  return id;
}

function tooManyPings(waitMs: number): WebhookRefusal {
  return new WebhookRefusal('Too many pings of this webhook.', Math.ceil(waitMs / 1000));
}
