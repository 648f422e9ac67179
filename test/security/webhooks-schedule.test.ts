import { describe, expect, it } from 'vitest';
import { RETRY_SCHEDULE } from '../../electron/webhooks/attempt-delivery.ts';
import type { Outcome } from '../../electron/webhooks/https-sender.ts';
import { answered, TIMED_OUT } from '../support/recording-sender.ts';
import { sized } from '../support/test-size.ts';
import {
  busiestSecond,
  DAY,
  type Dispatching,
  HOUR,
  MINUTE,
  SECOND,
  seededRandom,
  startDispatching,
} from '../unit/webhooks/dispatching.ts';

const FAILURES: readonly Outcome[] = [answered(500), answered(404), answered(302), answered(503), TIMED_OUT];

const change = (at: Dispatching, id: number) => at.platform.write('orders', { id, locationId: null });

describe('schedule of webhook deliveries', () => {
  it('makes all ten attempts of many webhooks when they are planned', {
    timeout: 240_000,
  }, async () => {
    const WEBHOOKS = sized({ quick: 20, full: 1_000 });
    const at = await startDispatching({ pollEveryMs: 12 * HOUR, random: seededRandom(11) });
    let attempts = 0;
    at.sender().answer(() => FAILURES[attempts++ % FAILURES.length] ?? TIMED_OUT);
    change(at, 1);
    for (let n = 0; n < WEBHOOKS; n += 1) await at.subscribe({ url: `https://r.example/${n}` });

    const planned = new Map<string, number>();
    let latest = 0;
    let earliest = 0;
    let checked = 0;
    const check = async () => {
      const fresh = at.sender().sent.slice(checked);
      checked += fresh.length;
      for (const { id, at: actual } of fresh) {
        const error = actual - (planned.get(id) ?? actual);
        latest = Math.max(latest, error);
        earliest = Math.min(earliest, error);
      }
    };
    const settle = at.outbox.settle;
    at.outbox.settle = async (delivery, attempt, verdict) => {
      await check();
      if (verdict.kind === 'again') planned.set(delivery.messageId, verdict.nextAttemptAt);
      await settle(delivery, attempt, verdict);
    };
    await at.clock.advance(4 * DAY);

    expect({ attempts, latest, earliest }).toEqual({ attempts: 10 * WEBHOOKS, latest: 0, earliest: 0 });
    const byMessage = Map.groupBy(at.sender().sent, ({ id }) => id);
    const offSchedule = [...byMessage.values()].flatMap((sent) =>
      sent.slice(1).filter((message, index) => {
        const gap = message.at - (sent[index]?.at ?? 0);
        const delay = RETRY_SCHEDULE[index] ?? 0;
        return gap < Math.max(5 * SECOND, 0.9 * delay) || gap > 1.1 * delay;
      }),
    );
    expect(offSchedule).toEqual([]);
    const states = await at.db
      .selectFrom('webhooks')
      .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
      .select(['disabled_reason', 'status'])
      .groupBy(['disabled_reason', 'status'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute();
    expect(states).toEqual([{ disabled_reason: 'failing', status: 'failed', count: WEBHOOKS }]);
  });

  it('continues after three days of sleep without a burst, and skips nothing', {
    timeout: 240_000,
  }, async () => {
    // More than may go out in a second.
    const WEBHOOKS = sized({ quick: 100, full: 200 });
    const at = await startDispatching({ random: seededRandom(12) });
    at.sender().answer(() => answered(500));
    for (let n = 0; n < WEBHOOKS; n += 1) await at.subscribe({ url: `https://r.example/${n}` });
    for (let n = 1; n <= 3; n += 1) {
      change(at, n);
      await at.clock.advance(20 * SECOND);
    }
    const before = at.sender().sent.length;
    at.clock.jump(DAY);
    for (let id = 100; id < 350; id += 1) change(at, id);
    at.clock.jump(2 * DAY);
    at.sender().answer(() => answered(204));
    await at.clock.advance(2 * MINUTE);

    const after = at.sender().sent.slice(before);
    // Three that waited for a retry, and 250 changes in three batches.
    expect(after).toHaveLength(WEBHOOKS * 6);
    expect(busiestSecond(after.map((message) => message.at))).toBeLessThanOrEqual(90);
    expect(
      await at.db.selectFrom('webhook_deliveries').select('id').where('status', '<>', 'delivered').execute(),
    ).toEqual([]);
  });
});
