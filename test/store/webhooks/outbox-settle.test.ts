import { describe, expect, it } from 'vitest';
import { insertDelivery } from '../../../electron/store/webhooks/outbox.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { attempt, insertWebhook, LEASE, NOW, newDelivery, openOutbox } from './open-outbox.ts';

const at = openPerTest(openOutbox);

describe('outbox after an attempt', () => {
  describe('settle', () => {
    it('writes attempt, delivery and health together', async () => {
      const id = await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 500), { kind: 'again', nextAttemptAt: NOW + 50 });
      expect(await at.delivery(id)).toMatchObject({ status: 'pending', next_attempt_at: NOW + 50, ended_at: null });
      expect(await at.webhook()).toMatchObject({ failing_since: NOW, last_success_at: null });

      const second = await at.leased(NOW + 50);
      expect(second.attempts).toBe(1);
      await at.outbox.settle(second, attempt(NOW + 50, 500), { kind: 'again', nextAttemptAt: NOW + 90 });
      expect(await at.webhook()).toMatchObject({ failing_since: NOW });

      await at.outbox.settle(await at.leased(NOW + 90), attempt(NOW + 90, 204), { kind: 'delivered' });
      expect(await at.delivery(id)).toMatchObject({ status: 'delivered', next_attempt_at: null, ended_at: NOW + 93 });
      expect(await at.webhook()).toMatchObject({ failing_since: null, last_success_at: NOW + 90 });
      const logged = await at.db.selectFrom('webhook_attempts').select(['number', 'at', 'status']).execute();
      expect(logged).toEqual([
        { number: 1, at: NOW, status: 500 },
        { number: 2, at: NOW + 50, status: 500 },
        { number: 3, at: NOW + 90, status: 204 },
      ]);
    });

    it('does not change the health of the webhook after a ping', async () => {
      for (const verdict of [{ kind: 'delivered' }, { kind: 'given-up', disables: null }] as const) {
        const id = await at.add(NOW, { kind: 'ping' });
        const ping = await at.outbox.leaseOne(id, NOW, NOW + LEASE);
        if (ping) await at.outbox.settle(ping, attempt(NOW, 500), verdict);
      }
      expect(await at.webhook()).toMatchObject({ failing_since: null, last_success_at: null });
    });

    it('writes nothing for a webhook that was removed meanwhile', async () => {
      await at.add(NOW);
      const delivery = await at.leased();
      await at.db.deleteFrom('webhooks').execute();
      await at.outbox.settle(delivery, attempt(NOW, 204), { kind: 'delivered' });
      expect(await at.db.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
    });

    it('disables the webhook, which abandons all pending deliveries', async () => {
      const first = await at.add(NOW);
      const other = await at.add(NOW + 500);
      await at.outbox.settle(await at.leased(), attempt(NOW, 410), { kind: 'given-up', disables: 'gone' });
      expect(await at.webhook()).toMatchObject({ disabled_reason: 'gone', disabled_at: NOW + 3 });
      for (const id of [first, other]) {
        expect(await at.delivery(id)).toMatchObject({ status: 'failed', next_attempt_at: null, ended_at: NOW + 3 });
      }
    });
  });

  describe('hasSucceededSince', () => {
    it('uses the order of attempts, not the clock', async () => {
      await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 204), { kind: 'delivered' });
      await at.add(NOW);
      const failing = await at.leased();
      await at.outbox.settle(failing, attempt(NOW, 500), { kind: 'again', nextAttemptAt: NOW + 900 });
      expect(await at.outbox.hasSucceededSince(failing)).toBe(false);
      await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW - 500, 204), { kind: 'delivered' });
      expect(await at.outbox.hasSucceededSince(failing)).toBe(true);
    });

    it('counts neither a ping nor another webhook as a success', async () => {
      await at.add(NOW);
      const failing = await at.leased();
      await at.outbox.settle(failing, attempt(NOW, 500), { kind: 'again', nextAttemptAt: NOW + 900 });
      const ping = await at.outbox.leaseOne(await at.add(NOW, { kind: 'ping' }), NOW, NOW + LEASE);
      if (ping) await at.outbox.settle(ping, attempt(NOW, 204), { kind: 'delivered' });
      const otherId = await insertWebhook(at.db);
      await insertDelivery(at.db, otherId, newDelivery(NOW));
      const [other] = await at.outbox.leaseFirst([otherId], NOW, NOW + LEASE);
      if (other) await at.outbox.settle(other, attempt(NOW, 204), { kind: 'delivered' });
      expect(await at.outbox.hasSucceededSince(failing)).toBe(false);
    });
  });

  describe('revive', () => {
    it('restores deliveries abandoned since the webhook was disabled, at the beginning of their schedule', async () => {
      const before = await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 500), { kind: 'given-up', disables: null });
      const last = await at.add(NOW + 10);
      const waiting = await at.add(NOW + 500);
      await at.outbox.settle(await at.leased(NOW + 10), attempt(NOW + 10, 500), {
        kind: 'given-up',
        disables: 'failing',
      });
      expect(await at.lease(NOW + 600)).toBeNull();

      await at.webhooks.reenable(at.webhookId, NOW + 700);
      expect(await at.webhook()).toMatchObject({ disabled_reason: null, disabled_at: null });
      expect(await at.delivery(before)).toMatchObject({ status: 'failed' });
      expect(await at.leased(NOW + 700)).toMatchObject({ id: last, attempts: 1, scheduleStart: 1 });
      expect(await at.leased(NOW + 700)).toMatchObject({ id: waiting, attempts: 0, scheduleStart: 0 });
    });

    it('does nothing to an active webhook', async () => {
      const id = await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 500), { kind: 'given-up', disables: null });
      await at.webhooks.reenable(at.webhookId, NOW);
      expect(await at.delivery(id)).toMatchObject({ status: 'failed' });
    });

    it('keeps the lease of an attempt in progress', async () => {
      await at.add(NOW);
      const underWay = await at.leased();
      await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 410), { kind: 'given-up', disables: 'gone' });
      await at.webhooks.reenable(at.webhookId, NOW + 5);
      expect((await at.leased(NOW + 5)).id).not.toBe(underWay.id);
      expect(await at.lease(NOW + 5)).toBeNull();
      await at.outbox.settle(underWay, attempt(NOW, 204), { kind: 'delivered' });
      expect(await at.delivery(underWay.id)).toMatchObject({ status: 'delivered' });
    });
  });

  describe('of a webhook that was paused during an attempt', () => {
    it('leaves the delivery pending, without a next attempt', async () => {
      await at.add(NOW);
      const underWay = await at.leased();
      await at.webhooks.disable(underWay.webhookId, 'paused', NOW);
      await at.outbox.settle(underWay, attempt(NOW, 500), { kind: 'again', nextAttemptAt: NOW + 50 });
      expect(await at.delivery(underWay.id)).toMatchObject({ status: 'pending', next_attempt_at: null });
    });
  });

  describe('of a webhook that was disabled during an attempt', () => {
    it.each([
      [{ kind: 'delivered' }, 'delivered'],
      [{ kind: 'again', nextAttemptAt: NOW + 50 }, 'failed'],
    ] as const)('%o ends it as %s', async (verdict, status) => {
      await at.add(NOW);
      const underWay = await at.leased();
      await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 410), { kind: 'given-up', disables: 'gone' });
      await at.outbox.settle(underWay, attempt(NOW, verdict.kind === 'again' ? 500 : 204), verdict);
      expect(await at.delivery(underWay.id)).toMatchObject({ status, next_attempt_at: null });
    });
  });
});
