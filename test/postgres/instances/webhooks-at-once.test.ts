import { describe, expect, it } from 'vitest';
import { createActiveWebhooks } from '../../../electron/store/webhooks/active-webhooks.ts';
import { createOutbox, insertDelivery } from '../../../electron/store/webhooks/outbox.ts';
import { createRequestedDeliveries } from '../../../electron/store/webhooks/requested-deliveries.ts';
import { writeSubscription } from '../../../electron/store/webhooks/webhooks-repository.ts';
import { insertWebhook, newDelivery } from '../../store/webhooks/open-outbox.ts';
import { createWebhookRow } from '../../support/webhook-rows.ts';
import { answersOf, openInstances, reasonsOf } from './open-instances.ts';

const NOW = 1_000_000;
const LEASE = 30_000;

describe('the outbox of several instances', () => {
  it('leases each delivery to one of several concurrent dispatchers', async () => {
    const { dbs, atOnce } = await openInstances();
    const webhookId = await insertWebhook(dbs[0]);
    const outboxes = dbs.map((db) => createOutbox(db));
    for (let due = 0; due < 20; due += 1) await insertDelivery(dbs[0], webhookId, newDelivery(NOW));
    const results = await atOnce(60, (_, number) =>
      Promise.resolve(outboxes[number % outboxes.length]?.leaseFirst([webhookId], NOW, NOW + LEASE)),
    );
    expect(reasonsOf(results)).toEqual([]);
    const leased = answersOf(results).flatMap((deliveries) => (deliveries ?? []).map((delivery) => delivery.id));
    expect(new Set(leased).size).toBe(leased.length);
    expect(leased).toHaveLength(20);
  });

  it('advances a position once and creates one delivery for it', async () => {
    const { dbs, atOnce } = await openInstances();
    const webhookId = await insertWebhook(dbs[0]);
    const place = { webhookId, event: 'order.updated', seenAt: NOW } as const;
    const results = await atOnce(12, (db) =>
      createOutbox(db).put({
        from: { ...place, position: 'a' },
        to: { ...place, position: 'b' },
        delivery: newDelivery(NOW),
      }),
    );
    expect(answersOf(results).filter((isMoved) => isMoved)).toHaveLength(1);
    expect(await createOutbox(dbs[0]).countPending(webhookId)).toBe(1);
  });

  it('leaves no delivery pending that was queued while the webhook was disabled', async () => {
    const { dbs, atOnce } = await openInstances();
    for (let round = 0; round < 10; round += 1) {
      const webhookId = await insertWebhook(dbs[0]);
      const place = { webhookId, event: 'order.updated', seenAt: NOW } as const;
      const results = await atOnce(3, async (db, number) => {
        if (number === 2) return createActiveWebhooks(db).disable(webhookId, 'gone', NOW);
        const [from, to] = [
          { ...place, position: 'a' },
          { ...place, position: 'b' },
        ] as const;
        await createOutbox(db).put({ from, to, delivery: newDelivery(NOW) });
      });
      expect(reasonsOf(results)).toEqual([]);
      expect(await createOutbox(dbs[0]).countPending(webhookId)).toBe(0);
    }
  });

  it('limits pings per minute across all instances', async () => {
    const { dbs, atOnce } = await openInstances();
    const webhookId = await insertWebhook(dbs[0]);
    const ping = { ...newDelivery(NOW), kind: 'ping' } as const;
    const rate = { max: 6, windowMs: 60_000 };
    const results = await atOnce(30, (db) => createRequestedDeliveries(db).addPing(webhookId, ping, rate));
    expect(answersOf(results).filter((made) => 'id' in made)).toHaveLength(6);
    expect(answersOf(results).filter((made) => 'oldestAt' in made)).toHaveLength(24);
  });
});

describe('subscriptions that several instances receive concurrently', () => {
  const positions = [{ event: 'order.updated', position: 'v3', seen_at: 900 }] as const;

  it('create one webhook under one Idempotency-Key, and all get the same answer', async () => {
    const { dbs, atOnce } = await openInstances();
    const idempotency = {
      ...{ name: { account_id: 1, user_id: 31, key_hash: 'key' }, bodyHash: 'body', expiredUntil: 0 },
      sealResponse: ({ id }: { id: number }) => `v1.answer ${id}`,
    };
    const results = await atOnce(12, (db) =>
      writeSubscription(db, { webhook: createWebhookRow(), positions, maxWebhooks: 10, idempotency }),
    );
    expect(reasonsOf(results)).toEqual([]);
    const kinds = answersOf(results).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([...Array.from({ length: 11 }, () => 'answered'), 'made']);
    expect(await dbs[0].selectFrom('webhooks').select('id').execute()).toHaveLength(1);
  });

  it('stay within the limit of the account', async () => {
    const { dbs, atOnce } = await openInstances();
    await atOnce(20, (db) =>
      writeSubscription(db, { webhook: createWebhookRow(), positions, maxWebhooks: 5, idempotency: null }),
    );
    expect(await dbs[0].selectFrom('webhooks').select('id').execute()).toHaveLength(5);
  });
});
