import type { FeedPosition, LeasedDelivery, NewDelivery } from '../../../electron/store/webhooks/outbox.ts';
import { createOutbox } from '../../../electron/store/webhooks/stored-outbox.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { insertWebhook, newDelivery } from './stored-webhook.ts';

export const NOW = 1_000_000;
export const LEASE = 30_000;

/** An outbox on a store of its own, with one webhook at the position `a` in the feed of orders. */
export async function openOutbox() {
  const { db, close } = await openTestStore();
  const outbox = createOutbox(db);
  const webhookId = await insertWebhook(db);
  const lease = (now = NOW) => outbox.lease(webhookId, now, now + LEASE);
  const positionAt = (position: string): FeedPosition => ({
    ...{ webhookId, position, seenAt: NOW },
    event: 'order.updated',
  });

  return {
    ...{ db, close, outbox, webhookId, lease, positionAt },
    put: (from: string, to: string, delivery: NewDelivery | null = newDelivery(NOW)) =>
      outbox.put({ from: positionAt(from), to: positionAt(to), delivery, dueAt: NOW }),
    add: (dueAt: number, changed: Partial<NewDelivery> = {}) =>
      outbox.add(webhookId, { ...newDelivery(NOW), ...changed }, dueAt),
    /** Something has to be due. */
    async leased(now = NOW): Promise<LeasedDelivery> {
      const delivery = await lease(now);
      if (!delivery) throw new Error('nothing was due');
      return delivery;
    },
    delivery: (id: number) =>
      db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    webhook: () => db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirstOrThrow(),
  };
}
