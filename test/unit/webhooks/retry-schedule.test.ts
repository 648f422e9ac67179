import { describe, expect, it } from 'vitest';
import { computeNextAttemptAt, RETRY_SCHEDULE } from '../../../electron/webhooks/attempt-delivery.ts';

const delay = (number: number, random: number, retryAfterMs: number | null = null) =>
  computeNextAttemptAt({ endedAt: 0, number, retryAfterMs }, RETRY_SCHEDULE, () => random);

describe('retry schedule', () => {
  it('has nine delays after the first attempt, 75 hours, 35 minutes and 5 seconds in all', () => {
    expect(RETRY_SCHEDULE).toHaveLength(9);
    expect(RETRY_SCHEDULE.reduce((sum, ms) => sum + ms)).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
  });

  it('varies each by up to a tenth in both directions, the first only upwards', () => {
    expect([delay(1, 0), delay(1, 0.5), delay(1, 0.999999)]).toEqual([5_000, 5_000, 5_500]);
    for (const [index, ms] of RETRY_SCHEDULE.entries()) {
      if (index === 0) continue;
      expect([delay(index + 1, 0), delay(index + 1, 0.5)]).toEqual([ms * 0.9, ms]);
      expect(delay(index + 1, 0.999999)).toBeLessThanOrEqual(ms * 1.1);
    }
  });

  it('ends after the tenth attempt', () => {
    expect([delay(9, 0.5), delay(10, 0.5, 1_000)]).toEqual([86_400_000, null]);
  });

  it('waits longer on request, up to a day, and never less', () => {
    expect([delay(1, 0, 60_000), delay(2, 0, 60_000), delay(1, 0, 900_000_000)]).toEqual([60_000, 270_000, 86_400_000]);
  });
});
