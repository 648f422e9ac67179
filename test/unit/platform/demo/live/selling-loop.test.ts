import { describe, expect, it } from 'vitest';
import { createSellingLoop } from '../../../../../electron/platform/demo/live/live-till.ts';
import { createRandomStream } from '../../../../../electron/platform/demo/prng.ts';
import { recordedLog } from '../../../session/recorded-log.ts';
import { settled, standingClock } from '../../../session/standing-clock.ts';

const MINUTE_MS = 60_000;
const FAST = { isSelling: true, perMinute: 60 };

function loopOf(act: () => Promise<void> = async () => {}) {
  const clock = standingClock();
  const log = recordedLog();
  const startedAt: number[] = [];
  const noted = () => {
    startedAt.push(clock.now());
    return act();
  };
  const loop = createSellingLoop({ act: noted, clock, random: createRandomStream(4870, 'loop'), log }, 20);
  return { loop, clock, log, startedAt };
}

/** An action that runs until it is told to end. */
function lastingAction() {
  const ends: (() => void)[] = [];
  const act = () => new Promise<void>((resolve) => void ends.push(resolve));
  return { act, end: () => ends.shift()?.() };
}

describe('the selling loop', () => {
  it('is idle until it is told to sell', async () => {
    const { loop, clock, startedAt } = loopOf();
    await clock.advance(MINUTE_MS);
    expect(startedAt).toEqual([]);
    expect(loop.getState()).toEqual({ isSelling: false, perMinute: 20 });
  });

  it.each([1, 20, 120])(
    'acts %i times a minute, after pauses of half to one and a half times the average',
    async (perMinute) => {
      const { loop, clock, startedAt } = loopOf();
      const begin = clock.now();
      await loop.change({ isSelling: true, perMinute });
      await clock.advance((400 * MINUTE_MS) / perMinute);

      const pauses = startedAt.map((at, index) => at - (startedAt[index - 1] ?? begin));
      const average = MINUTE_MS / perMinute;
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(average * 0.5);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(average * 1.5);
      expect(new Set(pauses).size).toBeGreaterThan(100);
      expect(Math.abs(pauses.length - 400)).toBeLessThan(20);
    },
  );

  it('changes its pace at once', async () => {
    const { loop, clock } = loopOf();
    await loop.change({ isSelling: true, perMinute: 1 });
    await loop.change({ isSelling: true, perMinute: 120 });
    expect(clock.waiting()).toHaveLength(1);
    expect(clock.waiting()[0]).toBeLessThanOrEqual(750);
  });

  it('stops acting when it is told to rest, and continues when told to', async () => {
    const { loop, clock, startedAt } = loopOf();
    await loop.change(FAST);
    await loop.change({ ...FAST, isSelling: false });
    await clock.advance(MINUTE_MS);
    expect(startedAt).toEqual([]);
    await loop.change(FAST);
    await clock.advance(MINUTE_MS);
    expect(startedAt.length).toBeGreaterThan(40);
  });

  it('never acts twice at the same time, however long an action takes and whatever it is told meanwhile', async () => {
    const { act, end } = lastingAction();
    const { loop, clock, startedAt } = loopOf(act);
    await loop.change(FAST);
    await clock.advance(MINUTE_MS);
    const told = [loop.change({ isSelling: false, perMinute: 5 }), loop.change(FAST)];
    await clock.advance(MINUTE_MS);
    expect(startedAt).toHaveLength(1);

    end();
    await Promise.all(told);
    expect(clock.waiting()).toHaveLength(1);
    await clock.advance(MINUTE_MS);
    expect(startedAt).toHaveLength(2);
  });

  it('waits for the action in progress before it stops, and never starts again', async () => {
    const { act, end } = lastingAction();
    const { loop, clock, startedAt } = loopOf(act);
    await loop.change(FAST);
    await clock.advance(MINUTE_MS);
    let hasStopped = false;
    const stopping = loop.stop().then(() => {
      hasStopped = true;
    });
    await settled();
    expect(hasStopped).toBe(false);
    end();
    await stopping;

    await loop.change(FAST);
    await clock.advance(MINUTE_MS);
    expect(startedAt).toHaveLength(1);
    expect(loop.getState().isSelling).toBe(false);
  });

  it('logs an action that fails and continues', async () => {
    let failures = 9;
    const { loop, clock, log, startedAt } = loopOf(async () => {
      failures -= 1;
      if (failures >= 0) throw new Error('database is locked');
    });
    await loop.change(FAST);
    await clock.advance(MINUTE_MS);

    expect(log.lines.map(({ level }) => level)).toEqual(Array(9).fill('warn'));
    expect(startedAt.length).toBeGreaterThan(40);
    expect(loop.getState()).toEqual(FAST);
  });

  it('rests after ten failures in a row and says so, until it is told to sell again', async () => {
    const { loop, clock, log, startedAt } = loopOf(() => Promise.reject(new Error('disk full')));
    await loop.change(FAST);
    await clock.advance(MINUTE_MS);
    expect(startedAt).toHaveLength(10);
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', fields: { failures: 10 } });
    expect(loop.getState()).toEqual({ isSelling: false, perMinute: 60 });

    await loop.change(FAST);
    await clock.advance(MINUTE_MS);
    expect(startedAt).toHaveLength(20);
  });
});
