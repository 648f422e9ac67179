import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { LogRetention } from '../../../electron/store/webhooks/prune-deliveries.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { insertDelivery } from '../../support/webhook-rows.ts';
import { attempt, insertWebhook, LEASE, NOW, openOutbox } from './open-outbox.ts';

const at = openPerTest(openOutbox);

describe('outbox', () => {
  describe('retry', () => {
    const RATE = { max: 3, windowMs: 60_000 };
    const LATER = NOW + 3_600_000;
    const retry = (id: number, now = NOW) => at.requests.retry(at.webhookId, id, now, RATE);
    /** A failed attempt; the next one is much later. */
    async function fail(now = NOW) {
      const leased = await at.leased(now);
      await at.outbox.settle(leased, attempt(now, 500), { kind: 'again', nextAttemptAt: LATER });
      return leased;
    }

    it('makes a waiting delivery due, and keeps the length of its schedule', async () => {
      const id = await at.add(NOW);
      await fail();
      expect(await retry(id)).toEqual({ kind: 'due' });
      const { attempts, scheduleStart } = await fail();
      expect([attempts, scheduleStart]).toEqual([1, 1]);
    });

    it('starts at the beginning of the schedule if there was no attempt', async () => {
      const id = await at.add(LATER);
      await retry(id);
      expect(await at.leased()).toMatchObject({ id, attempts: 0, scheduleStart: 0 });
    });

    it('changes nothing while the delivery is due or being attempted', async () => {
      const id = await at.add(NOW);
      const before = await at.delivery(id);
      await retry(id);
      expect(await at.delivery(id)).toEqual(before);
    });

    it('does nothing to a delivery that has ended or belongs to another webhook', async () => {
      const id = await at.add(NOW);
      await at.outbox.settle(await at.leased(), attempt(NOW, 204), { kind: 'delivered' });
      expect(await retry(id)).toEqual({ kind: 'ended' });
      const waiting = await at.add(LATER);
      expect(await at.requests.retry(at.webhookId + 1, waiting, NOW, RATE)).toEqual({ kind: 'ended' });
      expect(await at.delivery(waiting)).toMatchObject({ next_attempt_at: LATER });
    });

    it('is refused after the maximum number of attempts in a minute', async () => {
      const id = await at.add(NOW);
      await fail();
      for (let n = 1; n < RATE.max; n += 1) {
        await retry(id, NOW + n);
        await fail(NOW + n);
      }
      expect(await retry(id, NOW + 10)).toEqual({ kind: 'full', oldestAt: NOW });
      expect(await retry(id, NOW + RATE.windowMs)).toEqual({ kind: 'due' });
    });
  });

  describe('put', () => {
    it('advances the position and creates the delivery', async () => {
      expect(await at.put('a', 'b')).toBe(true);
      expect(await at.outbox.readPositions(at.webhookId)).toEqual([at.positionAt('b')]);
      expect(await at.lease()).toMatchObject({ webhookId: at.webhookId, isQueued: true, body: '{"n":1}', attempts: 0 });
    });

    it('only advances the position if nothing changed', async () => {
      expect(await at.put('a', 'b', null)).toBe(true);
      expect([await at.outbox.readPositions(at.webhookId), await at.outbox.countPending(at.webhookId)]).toEqual([
        [at.positionAt('b')],
        0,
      ]);
    });

    it('has no effect from an outdated position', async () => {
      await at.put('a', 'b');
      expect(await at.put('a', 'c')).toBe(false);
      expect([await at.outbox.readPositions(at.webhookId), await at.outbox.countPending(at.webhookId)]).toEqual([
        [at.positionAt('b')],
        1,
      ]);
    });

    it('has no effect for a disabled or removed webhook', async () => {
      await at.db.updateTable('webhooks').set({ disabled_reason: 'gone', disabled_at: NOW }).execute();
      expect(await at.put('a', 'b')).toBe(false);
      await at.db.deleteFrom('webhooks').execute();
      expect(await at.put('a', 'b')).toBe(false);
    });

    it('keeps the position if the delivery cannot be written', async () => {
      await sql`alter table webhook_deliveries rename to elsewhere`.execute(at.db);
      await expect(at.put('a', 'b')).rejects.toThrow('webhook_deliveries');
      expect(await at.outbox.readPositions(at.webhookId)).toMatchObject([{ position: 'a' }]);
    });
  });

  describe('leases', () => {
    it('are given for one delivery of each webhook', async () => {
      const other = await insertWebhook(at.db);
      const first = await at.add(NOW);
      await at.add(NOW);
      const ofOther = await insertDelivery(at.db, other, { status: 'pending', next_attempt_at: NOW });
      const leased = await at.outbox.leaseFirst([at.webhookId, other, other + 1], NOW, NOW + LEASE);
      expect(leased.map(({ id }) => id)).toEqual([first, ofOther.id]);
    });

    it('are given for the delivery that is due first, and for none before it is due', async () => {
      const later = await at.add(NOW + 5);
      const sooner = await at.add(NOW + 2);
      expect(await at.lease(NOW + 1)).toBeNull();
      expect([(await at.leased(NOW + 9)).id, (await at.leased(NOW + 9)).id]).toEqual([sooner, later]);
      expect(await at.lease(NOW + 9)).toBeNull();
    });

    it('expire: then another attempt takes over, and the earlier one settles nothing', async () => {
      await at.add(NOW);
      const first = await at.leased();
      expect(await at.outbox.readNextDueAt(NOW)).toBe(NOW + LEASE);
      const second = await at.leased(NOW + LEASE);
      await at.outbox.settle(first, attempt(NOW, 204), { kind: 'delivered' });
      expect(await at.delivery(first.id)).toMatchObject({ status: 'pending', leased_until: second.leasedUntil });
      await at.outbox.settle(second, attempt(NOW, 204), { kind: 'delivered' });
      expect(await at.delivery(first.id)).toMatchObject({ status: 'delivered', leased_until: null });
    });

    it('can be released: then the delivery is free immediately', async () => {
      await at.add(NOW);
      const given = await at.leased();
      await at.outbox.release(given);
      expect(await at.leased()).toEqual(given);
    });

    it('can be released only by their holder', async () => {
      await at.add(NOW);
      const first = await at.leased();
      await at.leased(NOW + LEASE);
      await at.outbox.release(first);
      expect(await at.lease(NOW + LEASE)).toBeNull();
    });

    it.skipIf(isOnPostgres())('are released at a start, when unfinished pings end', async () => {
      const id = await at.add(NOW);
      const ping = await at.add(NOW, { kind: 'ping' });
      await at.leased();
      await at.outbox.leaseOne(ping, NOW, NOW + LEASE);
      await at.outbox.releaseLeases(NOW + 1);
      expect((await at.leased(NOW + 1)).id).toBe(id);
      expect(await at.delivery(ping)).toMatchObject({ status: 'failed', ended_at: NOW + 1, next_attempt_at: null });
    });

    it.runIf(isOnPostgres())('stay at a start if another process may use them', async () => {
      const ping = await at.add(NOW, { kind: 'ping' });
      await at.outbox.leaseOne(ping, NOW, NOW + LEASE);
      const id = await at.add(NOW);
      await at.leased();
      await at.outbox.releaseLeases(NOW + 1);
      expect(await at.lease(NOW + LEASE - 1)).toBeNull();
      expect(await at.delivery(ping)).toMatchObject({ status: 'pending', leased_until: NOW + LEASE });
      expect((await at.leased(NOW + LEASE)).id).toBe(id);
    });

    it('name the webhooks that wait for one', async () => {
      await at.add(NOW + 1);
      await at.add(NOW, { kind: 'ping' });
      expect(await at.outbox.listDue(NOW)).toEqual([]);
      expect(await at.outbox.listDue(NOW + 1)).toEqual([at.webhookId]);
      await at.leased(NOW + 1);
      expect(await at.outbox.listDue(NOW + LEASE)).toEqual([]);
      expect(await at.outbox.listDue(NOW + 1 + LEASE)).toEqual([at.webhookId]);
      await at.db.updateTable('webhooks').set({ disabled_reason: 'gone' }).execute();
      expect(await at.outbox.listDue(NOW + 1 + LEASE)).toEqual([]);
    });

    it('are given for a ping only by its id; a ping that an earlier version replayed is in the queue', async () => {
      const ping = await at.add(NOW, { kind: 'ping' });
      expect([
        await at.lease(),
        await at.outbox.readNextDueAt(NOW - 1),
        await at.outbox.countPending(at.webhookId),
      ]).toEqual([null, null, 0]);
      expect(await at.outbox.leaseOne(ping, NOW, NOW + LEASE)).toMatchObject({ id: ping, isQueued: false });
      expect(await at.outbox.leaseOne(ping, NOW, NOW + LEASE)).toBeNull();
      const replay = await at.add(NOW, { kind: 'ping', replayOf: ping });
      expect((await at.leased()).id).toBe(replay);
    });
  });

  it('limits the delay of deliveries dated far in the future, and changes no others', async () => {
    const [parked, soon] = [await at.add(NOW * 9), await at.add(NOW + 5)];
    await at.outbox.limitDueTimes(NOW + 50);
    expect([await at.delivery(parked), await at.delivery(soon)]).toMatchObject([
      { next_attempt_at: NOW + 50 },
      { next_attempt_at: NOW + 5 },
    ]);
  });

  describe('prune', () => {
    const ids = async () =>
      (await at.db.selectFrom('webhook_deliveries').select('id').orderBy('id').execute()).map(({ id }) => id);
    const RETAIN_ALL: LogRetention = { now: NOW, endedBefore: 0, maxEnded: 100, answeredUntil: 0, pingedUntil: 0 };
    const prune = (given: Partial<LogRetention>, goesOn?: () => boolean) =>
      at.outbox.prune({ ...RETAIN_ALL, ...given }, goesOn);
    const deliver = async (moment: number) => {
      const id = await at.add(moment);
      await at.outbox.settle(await at.leased(moment), attempt(moment, 204), { kind: 'delivered' });
      return id;
    };

    it('removes deliveries that ended long ago with their attempts, and no pending ones', async () => {
      await deliver(NOW);
      const recent = await deliver(NOW + 100);
      const pending = await at.add(NOW - 100);
      await prune({ endedBefore: NOW + 50 });
      expect(await ids()).toEqual([recent, pending]);
      expect(await at.db.selectFrom('webhook_attempts').select('delivery_id').execute()).toEqual([
        { delivery_id: recent },
      ]);
    });

    it('keeps the last ones of each webhook', async () => {
      for (let n = 0; n < 5; n += 1) await deliver(NOW);
      const last = (await ids()).slice(-2);
      await prune({ maxEnded: 2 });
      expect(await ids()).toEqual(last);
    });

    it('keeps deliveries that become pending when the webhook is enabled', async () => {
      const old = await deliver(NOW);
      const givenUp = await at.add(NOW + 1);
      await at.outbox.settle(await at.leased(NOW + 1), attempt(NOW + 1, 410), { kind: 'given-up', disables: 'gone' });
      await prune({ endedBefore: NOW + 1_000, maxEnded: 0 });
      expect(await ids()).toEqual([givenUp]);
      expect(old).not.toBe(givenUp);
    });

    it('keeps deliveries that are abandoned while it runs', async () => {
      for (let n = 0; n < 101; n += 1) await insertDelivery(at.db, at.webhookId, { ended_at: NOW });
      const waiting = await at.add(NOW);
      let disabling: Promise<void> | null = null;
      await prune({ maxEnded: 0 }, () => {
        disabling ??= at.webhooks.disable(at.webhookId, 'gone', NOW);
        return true;
      });
      await disabling;
      expect(await ids()).toEqual([waiting]);
    });

    it('removes batches until all are removed, or until it is stopped', async () => {
      for (let n = 0; n < 250; n += 1) await insertDelivery(at.db, at.webhookId, { ended_at: NOW });
      let portions = 0;
      // The first call is for deliveries of removed webhooks.
      await prune({ endedBefore: NOW + 1 }, () => ++portions <= 2);
      const left = (await ids()).length;
      expect([left > 0, left < 250]).toEqual([true, true]);
      await prune({ endedBefore: NOW + 1 });
      expect(await ids()).toEqual([]);
    });

    it('fails interrupted pings, and none that may be in progress', async () => {
      const broken = await at.add(NOW, { kind: 'ping' });
      const underWay = await at.add(NOW, { kind: 'ping', createdAt: NOW + 1 });
      const queued = await at.add(NOW);
      await at.outbox.leaseOne(broken, NOW, NOW + LEASE);
      await prune({ now: NOW + 9, pingedUntil: NOW });
      expect(await at.delivery(broken)).toMatchObject({
        ...{ status: 'failed', ended_at: NOW + 9, next_attempt_at: null, leased_until: null },
      });
      for (const id of [underWay, queued]) {
        expect(await at.delivery(id)).toMatchObject({ status: 'pending', next_attempt_at: NOW });
      }
    });

    it('removes expired idempotent answers', async () => {
      const answer = { account_id: 1, user_id: 2, body_hash: 'body', sealed_answer: 'v1.answer' };
      await at.db
        .insertInto('webhook_idempotency')
        .values([
          { ...answer, key_hash: 'old', created_at: NOW },
          { ...answer, key_hash: 'new', created_at: NOW + 1 },
        ])
        .execute();
      await prune({ answeredUntil: NOW });
      expect(await at.db.selectFrom('webhook_idempotency').select('key_hash').execute()).toEqual([{ key_hash: 'new' }]);
    });
  });
});
