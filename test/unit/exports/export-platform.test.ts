import { describe, expect, it } from 'vitest';
import { wrapExportPlatform } from '../../../electron/exports/export-platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { Shop } from '../../../shared/contract/shops.ts';
import { createStandInPlatform, STAND_IN_CALLER } from '../../support/stand-in-platform.ts';
import { settled, standingClock } from '../session/standing-clock.ts';

const CANCELLED_ERROR = { code: 'cancelled' };

/** A call that fails with each of the given errors and then succeeds. `calls` has the times of the attempts. */
function failing(...errors: Error[]) {
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
  const retrying = wrapExportPlatform(platform, clock, giveUp.signal);
  const reading: Promise<readonly Shop[]> = retrying.listReference(STAND_IN_CALLER, 'shops');
  // Awaited later; it may fail before that.
  reading.catch(() => undefined);
  return { clock, calls, reading, giveUp };
}

const createAwayError = () => new PlatformError('unavailable', 'It is away.');
const slow = () => new PlatformError('timeout', 'It is slow.');

describe('wrapExportPlatform', () => {
  it('retries a call after 2, 8 and 30 seconds if the platform is unavailable or slow', async () => {
    const { clock, calls, reading } = failing(createAwayError(), slow(), createAwayError());

    await clock.advance(40_000);

    expect(await reading).toEqual([]);
    expect(calls).toEqual([0, 2_000, 10_000, 40_000]);
  });

  it('waits as long as a busy platform asks', async () => {
    const { clock, calls } = failing(new PlatformError('busy', 'Later.', { retryAfterMs: 60_000 }));

    await clock.advance(60_000);

    expect(calls).toEqual([0, 60_000]);
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

  it('ends a pause at once if it is cancelled, and delays nothing else', async () => {
    const { clock, calls, reading, giveUp } = failing(createAwayError());
    await settled();
    expect(clock.waiting()).toEqual([2_000]);

    giveUp.abort();

    await expect(reading).rejects.toMatchObject(CANCELLED_ERROR);
    expect(calls).toEqual([0]);
    expect(clock.waiting()).toEqual([]);
  });
});
