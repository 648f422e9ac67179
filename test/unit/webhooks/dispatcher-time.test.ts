import { describe, expect, it } from 'vitest';
import { answered, silence } from '../../support/recording-sender.ts';
import { DAY, type Dispatching, HOUR, MINUTE, SECOND, seededRandom, startDispatching } from './dispatching.ts';

const change = (at: Dispatching, id: number) => at.platform.write('orders', { id, locationId: null });

describe('time in the dispatcher', () => {
  it('delivers everything after the computer slept for three days', async () => {
    const at = await startDispatching({ random: seededRandom(12) });
    at.sender().answer(() => answered(500));
    for (let n = 0; n < 50; n += 1) await at.subscribe({ url: `https://r.example/${n}` });
    change(at, 1);
    await at.clock.advance(20 * SECOND);
    const before = at.sender().sent.length;
    at.clock.sleep(DAY);
    change(at, 2);
    at.clock.sleep(2 * DAY);
    at.sender().answer(() => answered(204));
    await at.clock.advance(MINUTE);

    const after = at.sender().sent.slice(before);
    expect(after).toHaveLength(100);
    const waiting = at.db.selectFrom('webhook_deliveries').select('id').where('status', '<>', 'delivered');
    expect(await waiting.execute()).toEqual([]);
  });

  it('delivers everything at a start after three days', async () => {
    const at = await startDispatching();
    at.sender().answer(() => answered(500));
    for (let n = 0; n < 20; n += 1) await at.subscribe({ url: `https://r.example/${n}` });
    change(at, 1);
    await at.clock.advance(3 * SECOND);
    await at.restart(3 * DAY);
    change(at, 2);
    await at.clock.advance(3 * SECOND);
    const told = (id: number) => at.sender().sent.filter(({ body }) => body.includes(`"record_id":${id},`));
    expect([told(1).length, told(2).length]).toEqual([20, 20]);
  });

  it('attempts a delivery that a wrong clock dated years ahead within the longest delay of the schedule', async () => {
    const at = await startDispatching({ pollEveryMs: HOUR });
    at.sender().answer(() => answered(500));
    change(at, 1);
    const { id } = await at.subscribe();
    await at.clock.advance(0);
    const yearsAhead = { next_attempt_at: at.clock.now() + 900 * DAY };
    await at.db.updateTable('webhook_deliveries').set(yearsAhead).execute();
    at.sender().answer(() => answered(204));
    await at.clock.advance(2 * DAY);
    expect(await at.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('repeats at once, as the same message, what was in progress in a process that ended', async () => {
    const at = await startDispatching();
    at.sender().answer(silence);
    const { id } = await at.subscribe();
    change(at, 1);
    await at.clock.advance(3 * SECOND);
    const [lost] = at.sender().sent;
    const leased = await at.deliveries(id);
    expect(leased[0]?.leased_until).toBeGreaterThan(at.clock.now());
    await at.restart();
    await at.clock.advance(0);
    expect(at.sender().sent.map((message) => [message.id, message.body])).toEqual([[lost?.id, lost?.body]]);
    expect(await at.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('repeats a delivery whose response could not be stored, when its lease has expired', async () => {
    const at = await startDispatching();
    const { id } = await at.subscribe();
    const settle = at.outbox.settle;
    at.outbox.settle = () => Promise.reject(new Error('the disk is full'));
    change(at, 1);
    await at.clock.advance(3 * SECOND);
    at.outbox.settle = settle;
    expect(at.records.some(({ msg }) => String(msg).includes('the store failed'))).toBe(true);
    await at.clock.advance(MINUTE);
    const { sent } = at.sender();
    expect([sent.length, new Set(sent.map((message) => message.id)).size]).toEqual([2, 1]);
    expect(await at.deliveries(id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('prunes the log regularly', async () => {
    const at = await startDispatching({ pollEveryMs: DAY });
    change(at, 1);
    const { id } = await at.subscribe();
    await at.clock.advance(29 * DAY);
    expect(await at.deliveries(id)).toHaveLength(1);
    await at.clock.advance(2 * DAY);
    expect(await at.deliveries(id)).toHaveLength(0);
  });
});
