import type { DeliveringWebhook } from '../../store/webhooks/active-webhooks.ts';
import type { Outbox } from '../../store/webhooks/outbox.ts';
import { type AttemptDeps, attemptDelivery } from './attempt-delivery.ts';
import { LEASE_MS } from './delivery-lane.ts';
import { newMessageId, pingBody } from './message-body.ts';

export interface PingDeps extends AttemptDeps {
  readonly outbox: Pick<Outbox, 'add' | 'leaseOne' | 'hasSucceededSince' | 'settle'>;
}

/** Makes a ping and attempts it now, beside what else is delivered. Answers its id. */
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
  const id = await outbox.add(webhook.id, ping, createdAt);
  const delivery = await outbox.leaseOne(id, createdAt, createdAt + LEASE_MS);
  if (delivery) await attemptDelivery(deps, webhook, delivery);
  return id;
}
