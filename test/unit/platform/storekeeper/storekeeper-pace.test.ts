import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../electron/platform/platform-error.ts';
import { createPace, type PaceSettings } from '../../../../electron/platform/storekeeper/storekeeper-pace.ts';
import { type StandingClock, settled, standingClock } from '../../session/standing-clock.ts';
import { errorOf } from './scripted-storekeeper.ts';

const failure = (code: PlatformError['code'] = 'unavailable', retryAfterMs: number | null = null) =>
  new PlatformError(code, 'No.', { retryAfterMs });

const MINUTES = 60_000;

/** A pace with calls that take a while, and the moments at which they start. */
function pacedCalls(settings: Partial<PaceSettings> = {}, random = () => 0.5) {
  const clock = standingClock();
  const begin = clock.now();
  const starts: number[] = [];
  const under = { way: 0, most: 0 };
  const pace = createPace({ clock, random, settings });

  const taking =
    (ms: number, outcome: () => string = () => 'done') =>
    async () => {
      starts.push(clock.now() - begin);
      under.way += 1;
      under.most = Math.max(under.most, under.way);
      await new Promise<void>((resolve) => clock.after(ms, resolve));
      under.way -= 1;
      return outcome();
    };
  const now = () => clock.now() - begin;
  return { clock, pace, starts, under, taking, now };
}

const failing = (error: PlatformError) => () => {
  throw error;
};

describe('calls', () => {
  it('start at most 4 a second, in any second, and in the order in which they came', async () => {
    const { clock, pace, starts, taking } = pacedCalls();
    const ended: number[] = [];
    const calls = Array.from({ length: 20 }, (_, nth) => pace.run(taking(10)).then(() => ended.push(nth)));

    await clock.advance(10_000);
    await Promise.all(calls);

    expect(starts).toEqual(Array.from({ length: 20 }, (_, nth) => nth * 260));
    expect(ended).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
  });

  it('are two at a time at most', async () => {
    const { clock, pace, starts, under, taking } = pacedCalls();
    const calls = Array.from({ length: 6 }, () => pace.run(taking(2_000)));

    await clock.advance(20_000);
    await Promise.all(calls);

    expect(under.most).toBe(2);
    expect(starts).toEqual([0, 260, 2_000, 2_260, 4_000, 4_260]);
  });

  it('are half as many while answers take over 3 s, and as many again after', async () => {
    const { clock, pace, starts, taking } = pacedCalls();
    const slow = pace.run(taking(3_001));
    await clock.advance(3_001);
    await slow;

    const calls = Array.from({ length: 4 }, () => pace.run(taking(3_500)));
    await clock.advance(14_000);
    await Promise.all(calls);
    expect(starts.slice(1)).toEqual([3_001, 6_501, 10_001, 13_501]);

    const quick = Array.from({ length: 4 }, () => pace.run(taking(10)));
    await clock.advance(2_000);
    await Promise.all(quick);
    expect(starts.slice(5)).toEqual([17_001, 17_261, 17_521, 17_781]);
  });

  it('that are given up while they wait are not made, and hold up none', async () => {
    const { clock, pace, starts, taking } = pacedCalls({ atOnce: 1 });
    const giving = new AbortController();
    const first = pace.run(taking(100));
    const second = pace.run(taking(100), { signal: giving.signal });
    const third = pace.run(taking(100));

    giving.abort(new Error('given up'));
    expect(await errorOf(second)).toMatchObject({ message: 'given up' });
    await clock.advance(1_000);
    await Promise.all([first, third]);

    expect(starts).toEqual([0, 260]);
    await expect(pace.run(taking(1), { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
  });

  it('start at once after the clock was set back', async () => {
    const { clock, pace, starts, taking } = pacedCalls();
    const calls = [pace.run(taking(0))];
    clock.sleep(-3_600_000);
    calls.push(pace.run(taking(0)));

    await clock.advance(10);

    expect(starts).toHaveLength(2);
    await Promise.all(calls);
  });
});

describe('a call of a stream that fails', () => {
  /** The moments of its tries, until the clock has gone on for 5 minutes. */
  async function tries(error: PlatformError, random?: () => number) {
    const calls = pacedCalls({}, random);
    const work = errorOf(calls.pace.run(calls.taking(0, failing(error)), { stream: 'orders' }));
    await calls.clock.advance(4 * MINUTES);
    return { ...calls, error: await work };
  }

  it('is repeated after 2, 8 and 30 s, and then its stream rests for 5 minutes', async () => {
    const { starts, error, pace, clock, taking } = await tries(failure());

    expect(starts).toEqual([0, 2_000, 10_000, 40_000]);
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(pace.restOf('orders')).toBe(5 * MINUTES - 200_000);
    expect(await errorOf(pace.run(taking(0), { stream: 'orders' }))).toMatchObject({
      // The reason is that of the failure: nobody asked to wait.
      ...{ code: 'busy', retryAfterMs: 100_000, message: (error as PlatformError).message },
    });
    expect(starts).toHaveLength(4);
    const other = pace.run(taking(0), { stream: 'products' });
    await clock.advance(100_000);
    expect(await other).toBe('done');
    expect(pace.restOf('orders')).toBe(0);
  });

  it.each(['rejected', 'forbidden', 'session_ended', 'invalid_answer', 'credentials_refused'] as const)(
    'is not repeated where it is %s',
    async (code) => {
      const { starts, error, pace } = await tries(failure(code));
      expect([starts, (error as PlatformError).code, pace.restOf('orders')]).toEqual([[0], code, 0]);
    },
  );

  it('waits for as long as it is asked to, and so do all others', async () => {
    const { clock, pace, starts, taking, now } = pacedCalls();
    const outcomes = [failing(failure('busy', 20_000)), () => 'done'];
    const work = pace.run(() => taking(0, outcomes.shift())(), { stream: 'orders' });
    await clock.advance(1_000);
    const other = pace.run(taking(0), { stream: 'products' });

    await clock.advance(18_999);
    expect(starts).toEqual([0]);
    await clock.advance(1_000);

    expect(await Promise.all([work, other])).toEqual(['done', 'done']);
    expect(starts).toEqual([0, 20_000, 20_260]);
    expect(now()).toBe(20_999);
  });

  it('ends at once when it is given up', async () => {
    const { clock, pace, starts, taking } = pacedCalls();
    const giving = new AbortController();
    const paced = { stream: 'orders', signal: giving.signal };
    const work = errorOf(pace.run(taking(0, failing(failure())), paced));
    await clock.advance(1_000);

    giving.abort(new Error('given up'));

    expect(await work).toMatchObject({ message: 'given up' });
    await clock.advance(60_000);
    expect([starts, clock.waiting()]).toEqual([[0], []]);
  });
});

describe('a call that somebody waits for', () => {
  it('is made once', async () => {
    const { clock, pace, starts, taking } = pacedCalls();
    const work = errorOf(pace.run(taking(0, failing(failure()))));
    await clock.advance(60_000);

    expect(await work).toMatchObject({ code: 'unavailable' });
    expect(starts).toEqual([0]);
  });

  it('is not made while StoreKeeper asks to wait', async () => {
    const { clock, pace, starts, taking } = pacedCalls();
    const first = errorOf(pace.run(taking(0, failing(failure('busy', 30_000)))));
    await clock.advance(10_000);
    await first;

    expect(await errorOf(pace.run(taking(0)))).toMatchObject({ code: 'busy', retryAfterMs: 20_000 });
    expect(starts).toHaveLength(1);
    await goOn(clock, 20_000);
    const second = pace.run(taking(0));
    await clock.advance(1);
    expect(await second).toBe('done');
  });
});

describe('a sign-in that StoreKeeper asks to wait', () => {
  it.each([{}, { stream: 'orders' }])('holds up other sign-ins and no reading (%j)', async (paced) => {
    const { clock, pace, starts, taking, now } = pacedCalls();
    const limited = { ...paced, isSignIn: true };
    const first = errorOf(pace.run(taking(0, failing(failure('busy', 30_000))), limited));
    await clock.advance(10_000);

    expect(await first).toMatchObject({ code: 'busy' });
    expect(await errorOf(pace.run(taking(0), { isSignIn: true }))).toMatchObject({ retryAfterMs: 20_000 });
    const reading = [pace.run(taking(0)), pace.run(taking(0), { stream: 'products' })];
    await clock.advance(1_000);
    expect(await Promise.all(reading)).toEqual(['done', 'done']);
    expect(starts).toEqual([0, 10_000, 10_260]);

    await goOn(clock, 30_000 - now());
    const again = pace.run(taking(0), { isSignIn: true });
    await clock.advance(1);
    expect(await again).toBe('done');
  });

  it('is not tried while reading has to wait', async () => {
    const { clock, pace, taking } = pacedCalls();
    const first = errorOf(pace.run(taking(0, failing(failure('busy', 30_000)))));
    await clock.advance(10_000);
    await first;
    expect(await errorOf(pace.run(taking(0), { isSignIn: true }))).toMatchObject({ retryAfterMs: 20_000 });
  });
});

async function goOn(clock: StandingClock, ms: number): Promise<void> {
  await clock.advance(ms);
  await settled();
}
