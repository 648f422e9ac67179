import { describe, expect, it } from 'vitest';
import { RETRY_SCHEDULE } from '../../../electron/webhooks/attempt-delivery.ts';
import type { Outcome } from '../../../electron/webhooks/https-sender.ts';
import { createOutcome, TIMED_OUT, waitForever } from '../../support/recording-sender.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { DAY, HOUR, MINUTE, SECOND } from './dispatching.ts';
import { openDispatching } from './open-dispatching.ts';

const FAILURES = ['timeout', 'address_refused', 'certificate', 'connection'] as const;
const STATUSES = Array.from({ length: 500 }, (_, index) => index + 100);

const at = openPerTest(() => openDispatching({ pollEveryMs: 10 * MINUTE }));

describe('delivery attempts of the dispatcher', () => {
  const order = (id = 1) => at.platform.write('orders', { id, locationId: null });
  /** Changes before the subscription are sent too, because each one starts at the beginning of the feed. */
  const deliverOne = async () => {
    order();
    const webhook = await at.subscribe();
    await at.clock.advance(0);
    return webhook;
  };
  const stateOf = async (id: number) => {
    const [delivery] = await at.deliveries(id);
    const { disabled_reason } = await at.webhook(id);
    return [delivery?.status, disabled_reason];
  };

  it('succeed with 2xx only, end with 410, and fail with all else from 100 to 599', {
    timeout: 30_000,
  }, async () => {
    const wrong: unknown[] = [];
    at.sender().answer(({ url }) => createOutcome(Number(url.slice(-3))));
    const ids = new Map<number, number>();
    order();
    for (const status of STATUSES) ids.set(status, (await at.subscribe({ url: `https://r.example/${status}` })).id);
    await at.clock.advance(SECOND);
    for (const [status, id] of ids) {
      const expected =
        status === 410 ? ['failed', 'gone'] : [status >= 200 && status < 300 ? 'delivered' : 'pending', null];
      const state = await stateOf(id);
      if (JSON.stringify(state) !== JSON.stringify(expected)) wrong.push([status, state]);
    }
    expect(wrong).toEqual([]);
    expect(ids.size).toBe(500);
  });

  it.each(FAILURES)('fail with %s, which is logged', async (failure) => {
    at.sender().answer(() => ({ status: null, failure, durationMs: 42, answer: '' }));
    const { id } = await deliverOne();
    expect(await stateOf(id)).toEqual(['pending', null]);
    const [delivery] = await at.deliveries(id);
    expect(await at.attempts(delivery?.id ?? 0)).toMatchObject([{ number: 1, status: null, failure, duration_ms: 42 }]);
    expect(await at.webhook(id)).toMatchObject({ failing_since: at.sender().sent[0]?.at });
  });

  it('log what the receiver said, but no signature or secret', async () => {
    at.sender().answer(() => ({ ...createOutcome(500), answer: 'no such table' }) as Outcome);
    const { id, secret } = await deliverOne();
    const [delivery] = await at.deliveries(id);
    const attempts = await at.attempts(delivery?.id ?? 0);
    expect(attempts).toMatchObject([{ status: 500, answer: 'no such table' }]);
    const signature = at.sender().sent[0]?.headers['webhook-signature'] ?? 'none';
    for (const hidden of [signature, secret]) {
      expect(JSON.stringify([delivery, attempts, at.records])).not.toContain(hidden);
    }
  });

  it('are ten by the schedule, with the same id and body and the time of each', async () => {
    at.sender().answer(() => createOutcome(500));
    const { id } = await deliverOne();
    await at.clock.advance(4 * DAY);
    const { sent } = at.sender();
    const gaps = sent.slice(1).map((message, index) => message.at - (sent[index]?.at ?? 0));
    expect(gaps).toEqual(RETRY_SCHEDULE);
    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent.map(({ headers }) => headers['webhook-timestamp'])).toEqual(
      sent.map((message) => String(Math.floor(message.at / 1000))),
    );
    expect(await stateOf(id)).toEqual(['failed', 'failing']);
  });

  it.each([
    ['seconds after the moment of the schedule', 90_000, 90 * SECOND],
    ['a moment before it', 2_000, 5 * SECOND],
    ['the past', -60_000, 5 * SECOND],
    ['more than a day', 9 * DAY, DAY],
  ])('wait as long as a Retry-After asks: %s', async (_, askedMs, expected) => {
    for (const status of [429, 503, 500]) {
      at.sender().answer(() => createOutcome(status, askedMs));
      const { id } = await deliverOne();
      const [delivery] = await at.deliveries(id);
      expect((delivery?.next_attempt_at ?? 0) - at.clock.now()).toBe(expected);
    }
  });

  it('disable the webhook after the last failure if nothing succeeded since the first', async () => {
    at.sender().answer(() => createOutcome(500));
    const { id } = await deliverOne();
    order(2);
    await at.clock.advance(4 * DAY);
    const { disabled_at } = await at.webhook(id);
    expect(await at.deliveries(id)).toMatchObject([
      { status: 'failed', ended_at: disabled_at },
      { status: 'failed', ended_at: disabled_at },
    ]);
    expect(at.records.filter(({ msg }) => msg === 'a webhook was disabled')).toMatchObject([
      { webhookId: id, reason: 'failing', level: 40 },
    ]);
  });

  it('give up only the delivery if another one has succeeded since', async () => {
    at.sender().answer(({ body }) => createOutcome(body.includes('"record_id":1,') ? 500 : 204));
    const { id } = await deliverOne();
    order(2);
    await at.clock.advance(4 * DAY);
    expect((await at.deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'delivered']);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: null });
    expect(at.sender().sent).toHaveLength(11);
  });

  it('do not count a success before the first failure', async () => {
    const { id } = await deliverOne();
    at.sender().answer(() => createOutcome(500));
    order(2);
    await at.clock.advance(4 * DAY);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: 'failing' });
  });

  it('start the schedule again after the webhook was enabled', async () => {
    at.sender().answer(() => createOutcome(500));
    const { id } = await deliverOne();
    await at.clock.advance(4 * DAY);
    await at.webhooks.reenable(id, at.clock.now());
    at.dispatcher().wake(id);
    await at.clock.advance(4 * DAY);
    expect(at.sender().sent).toHaveLength(20);
    expect(await stateOf(id)).toEqual(['failed', 'failing']);
  });

  it('stop if the receiver is gone', async () => {
    at.sender().answer(() => createOutcome(410));
    const { id } = await deliverOne();
    order(2);
    await at.clock.advance(DAY);
    expect(at.sender().sent).toHaveLength(1);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: 'gone', failing_since: at.sender().sent[0]?.at });
  });

  it('name the delivery that a replay repeats, and repeat it like others', async () => {
    const { id } = await deliverOne();
    const [first] = await at.deliveries(id);
    at.sender().answer(() => createOutcome(500));
    const now = at.clock.now();
    const copy = {
      ...{ messageId: first?.message_id ?? '', body: first?.body ?? '', eventCount: 1, createdAt: now },
      kind: 'batch' as const,
      replayOf: first?.id ?? 0,
    };
    await at.requests.addReplay(id, copy, { max: 1, windowMs: 1 });
    at.dispatcher().wake(id);
    await at.clock.advance(6 * SECOND);
    expect(
      at.sender().sent.map(({ headers, body }) => [headers['webhook-id'], headers['webhook-replay'], body]),
    ).toEqual([
      [first?.message_id, undefined, first?.body],
      [first?.message_id, String(first?.id), first?.body],
      [first?.message_id, String(first?.id), first?.body],
    ]);
  });

  it('disable the webhook if the secret cannot be read, and send nothing', async () => {
    const { id } = await at.subscribe();
    await at.db.updateTable('webhooks').set({ sealed_secret: 'v1.of-another-folder' }).execute();
    order();
    await at.clock.advance(10 * MINUTE);
    expect(at.sender().sent).toEqual([]);
    expect(await stateOf(id)).toEqual(['failed', 'secret_unreadable']);
    const [delivery] = await at.deliveries(id);
    expect(await at.attempts(delivery?.id ?? 0)).toMatchObject([{ failure: 'secret_unreadable', status: null }]);
  });

  it('disable the webhook if the old secret still signs and cannot be read', async () => {
    order();
    const { id } = await at.subscribe();
    const until = at.clock.now() + HOUR;
    await at.db.updateTable('webhooks').set({ old_sealed_secret: 'v1.lost', old_secret_until: until }).execute();
    await at.clock.advance(0);
    expect(await at.webhook(id)).toMatchObject({ disabled_reason: 'secret_unreadable' });
  });

  describe('ping', () => {
    it('is sent once, at once and signed, and its delivery is returned', async () => {
      const { id } = await at.subscribe();
      const delivery = await at.dispatcher().ping(id);
      const [message] = at.sender().sent;
      expect(JSON.parse(message?.body ?? '')).toEqual({
        type: 'ping',
        timestamp: '2026-11-21T10:00:00+01:00',
        data: {},
      });
      expect(message?.headers['webhook-signature']).toMatch(/^v1,/);
      expect(await at.deliveries(id)).toMatchObject([
        { id: delivery, kind: 'ping', status: 'delivered', event_count: 0 },
      ]);
    });

    it.each([createOutcome(410), createOutcome(500), TIMED_OUT])(
      'is not repeated, and does not affect the health: %o',
      async (outcome) => {
        at.sender().answer(() => outcome);
        const { id } = await at.subscribe();
        await at.dispatcher().ping(id);
        await at.clock.advance(HOUR);
        expect(at.sender().sent).toHaveLength(1);
        expect(await stateOf(id)).toEqual(['failed', null]);
        expect(await at.webhook(id)).toMatchObject({ failing_since: null, last_success_at: null });
      },
    );

    it('is also sent to a disabled webhook, and waits for no delivery', async () => {
      at.sender().answer(({ body }) => (body.includes('ping') ? createOutcome(204) : waitForever()));
      const { id } = await deliverOne();
      await at.dispatcher().ping(id);
      await at.webhooks.disable(id, 'gone', at.clock.now());
      await at.dispatcher().ping(id);
      expect(at.sender().sent.map(({ body }) => JSON.parse(body).type)).toEqual(['batch', 'ping', 'ping']);
    });
  });

  it.each([
    [500, null, 0],
    [503, null, 5 * SECOND],
    [429, 20 * SECOND, 20 * SECOND],
    [502, HOUR, MINUTE],
  ])('after %i and a Retry-After of %s ms do not call the receiver for %i ms', async (status, askedMs, restMs) => {
    at.sender().answer(({ body }) => createOutcome(body.includes('order.updated') ? status : 204, askedMs));
    order();
    at.platform.write('products', { id: 2, locationId: null });
    const { id } = await at.subscribe({ events: ['order.updated', 'product.updated'] });
    const startedAt = at.clock.now();
    await at.clock.advance(0);
    at.dispatcher().wake(id);
    await at.clock.advance(2 * MINUTE);
    const told = at.sender().sent.find(({ body }) => body.includes('product.updated'));
    expect((told?.at ?? 0) - startedAt).toBe(restMs);
  });

  it('do not delay others if one receiver never responds', async () => {
    at.sender().answer(({ url }) => (url.includes('dead') ? waitForever() : createOutcome(500)));
    order();
    await at.subscribe({ url: 'https://dead.example/' });
    for (let n = 0; n < 20; n += 1) await at.subscribe({ url: `https://alive-${n}.example/` });
    await at.clock.advance(0);
    const due = new Set([at.clock.now()]);
    for (let minutes = 0; minutes < 40; minutes += 1) {
      for (const { next_attempt_at } of await at.db
        .selectFrom('webhook_deliveries')
        .select('next_attempt_at')
        .execute()) {
        if (next_attempt_at) due.add(next_attempt_at);
      }
      await at.clock.advance(MINUTE);
    }
    const alive = at.sender().sent.filter(({ url }) => url.includes('alive'));
    expect(alive).toHaveLength(20 * 4);
    expect(alive.filter((message) => !due.has(message.at))).toEqual([]);
    expect(at.sender().sentTo('https://dead.example/')).toHaveLength(1);
  });
});
