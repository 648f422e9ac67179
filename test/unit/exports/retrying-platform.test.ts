import { describe, expect, it } from 'vitest';
import { type RetryLimits, retryingPlatform } from '../../../electron/exports/export-platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { settled, standingClock } from '../session/standing-clock.ts';

const CANCELLED = { code: 'cancelled' };

/** A call of a platform that fails as listed, and then no more; `calls` are the moments of its calls. */
function failing(...errors: Error[]) {
  return failingSpared(undefined, ...errors);
}

function failingSpared(sparing: RetryLimits | undefined, ...errors: Error[]) {
  const clock = standingClock(0);
  const calls: number[] = [];
  const platform = createStandInPlatform({
    async listReference() {
      const error = errors[calls.push(clock.now()) - 1];
      if (error) throw error;
      return [];
    },
  });
  const giveUp = new AbortController();
  const retrying = retryingPlatform(platform, clock, giveUp.signal, sparing);
  const reading: Promise<readonly Shop[]> = retrying.listReference(STAND_IN_CALLER, 'shops');
  // Looked at later: until then it may have failed already.
  reading.catch(() => undefined);
  return { clock, calls, reading, giveUp };
}

const away = () => new PlatformError('unavailable', 'It is away.');
const slow = () => new PlatformError('timeout', 'It is slow.');

describe('retryingPlatform', () => {
  it('repeats a call after 2, 8 and 30 seconds while the platform is away or slow', async () => {
    const { clock, calls, reading } = failing(away(), slow(), away());

    await clock.advance(40_000);

    expect(await reading).toEqual([]);
    expect(calls).toEqual([0, 2_000, 10_000, 40_000]);
  });

  it('throws the last failure after the third repeat', async () => {
    const last = slow();
    const { clock, calls, reading } = failing(away(), away(), away(), last);

    await clock.advance(600_000);

    await expect(reading).rejects.toBe(last);
    expect(calls).toHaveLength(4);
    expect(clock.waiting()).toEqual([]);
  });

  it.each(['rejected', 'invalid_answer', 'credentials_refused', 'position_lost'] as const)(
    'passes %s on at once',
    async (code) => {
      const error = new PlatformError(code, 'No.');
      const { calls, reading } = failing(error);

      await expect(reading).rejects.toBe(error);
      expect(calls).toEqual([0]);
    },
  );

  it('passes a mistake of ours on at once', async () => {
    const { calls, reading } = failing(new TypeError('ours'));

    await expect(reading).rejects.toThrow(new TypeError('ours'));
    expect(calls).toEqual([0]);
  });

  it('waits as long as a busy platform asks for', async () => {
    const { clock, calls, reading } = failing(new PlatformError('busy', 'Later.', { retryAfterMs: 5_000 }));

    await clock.advance(5_000);

    expect(await reading).toEqual([]);
    expect(calls).toEqual([0, 5_000]);
  });

  it('asks no busy platform before its pause, nor one that asks for more than a quarter of an hour', async () => {
    const { clock, calls } = failing(new PlatformError('busy', 'Now.', { retryAfterMs: 0 }));
    await clock.advance(2_000);
    expect(calls).toEqual([0, 2_000]);

    const error = new PlatformError('busy', 'Tomorrow.', { retryAfterMs: 86_400_000 });
    await expect(failing(error).reading).rejects.toBe(error);
  });

  it('spreads its pauses by up to a quarter, and repeats as far as the budget goes', async () => {
    let left = 2;
    const budget = { earn() {}, spend: () => left-- > 0 };
    const last = away();
    const { clock, calls, reading } = failingSpared({ budget, random: () => 1 }, away(), away(), last);

    await clock.advance(600_000);

    await expect(reading).rejects.toBe(last);
    expect(calls).toEqual([0, 2_500, 12_500]);
  });

  it('ends a pause at once when it is cancelled, and lets nothing wait', async () => {
    const { clock, calls, reading, giveUp } = failing(away());
    await settled();
    expect(clock.waiting()).toEqual([2_000]);

    giveUp.abort();

    await expect(reading).rejects.toMatchObject(CANCELLED);
    expect(calls).toEqual([0]);
    expect(clock.waiting()).toEqual([]);
  });

  it('begins no pause that was cancelled during the call', async () => {
    const clock = standingClock();
    const giveUp = new AbortController();
    const listReference = async (): Promise<never> => {
      giveUp.abort();
      throw away();
    };
    const retrying = retryingPlatform(createStandInPlatform({ listReference }), clock, giveUp.signal);

    await expect(retrying.listReference(STAND_IN_CALLER, 'shops')).rejects.toMatchObject(CANCELLED);
    expect(clock.waiting()).toEqual([]);
  });

  it('begins no call once it is cancelled', async () => {
    const retrying = retryingPlatform(createStandInPlatform(), standingClock(), AbortSignal.abort());

    const query = { start: 0, limit: 1 };
    await expect(retrying.listCustomers(STAND_IN_CALLER, query)).rejects.toMatchObject(CANCELLED);
  });

  it('repeats every call that exports make, with what it was asked', async () => {
    const asked: unknown[][] = [];
    const once =
      (name: string) =>
      async (...call: unknown[]): Promise<never> => {
        asked.push([name, ...call]);
        throw asked.length % 2 === 1 ? away() : new PlatformError('rejected', name);
      };
    const names = [
      'listReference',
      'searchProducts',
      'findProduct',
      'listProductPrices',
      'readPriceList',
      'listCustomers',
      'listOrders',
      'readDiscountOrders',
      'readReport',
    ] as const;
    const clock = standingClock();
    const platform = createStandInPlatform(Object.fromEntries(names.map((name) => [name, once(name)])));
    const retrying = retryingPlatform(platform, clock);

    for (const name of names) {
      asked.length = 0;
      const call = retrying[name] as (...call: unknown[]) => Promise<unknown>;
      const answer = call('caller', 'one', 'two').catch((error: unknown) => error);
      await clock.advance(2_000);

      expect(await answer).toMatchObject({ message: name });
      expect(asked).toHaveLength(2);
      expect(asked[1]).toEqual(asked[0]);
      expect(asked[0]?.slice(0, 3)).toEqual([name, 'caller', 'one']);
    }
  });
});
