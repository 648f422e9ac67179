import { describe, expect, it } from 'vitest';
import { createReadiness } from '../../../../electron/service/server/readiness.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';

function readinessOf(check: () => Promise<unknown>, checkPlatform: () => Promise<unknown> = async () => null) {
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const warned: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warned.push(message) };
  const checks = [
    { name: 'the store', check },
    { name: 'the platform', check: checkPlatform },
  ];
  return { readiness: createReadiness({ checks, clock, log }), clock, warned };
}

describe('createReadiness', () => {
  it('reports no problem while all parts respond', async () => {
    expect(await readinessOf(async () => null).readiness.findReason()).toBeNull();
  });

  it('names the part that fails, not those that depend on it, and logs it once', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    const { readiness, clock, warned } = readinessOf(gone, gone);
    expect(await readiness.findReason()).toBe('the store does not answer');
    clock.advance(1_000);
    expect(await readiness.findReason()).toBe('the store does not answer');
    expect(warned).toEqual(['the program is not ready']);
  });

  it('logs it again after the part has recovered', async () => {
    let isGone = true;
    const { readiness, clock, warned } = readinessOf(async () => {
      if (isGone) throw new Error('gone');
    });
    for (const gone of [true, false, true]) {
      isGone = gone;
      await readiness.findReason();
      clock.advance(1_000);
    }
    expect(warned).toHaveLength(2);
  });

  it('does not wait for a part that hangs', async () => {
    const { readiness, clock } = readinessOf(() => new Promise(() => undefined));
    const reason = readiness.findReason();
    clock.advance(2_000);
    expect(await reason).toBe('the store does not answer');
  });

  it('checks once a second for any number of callers', async () => {
    let looks = 0;
    const { readiness, clock } = readinessOf(async () => {
      looks += 1;
    });
    await Promise.all(Array.from({ length: 50 }, () => readiness.findReason()));
    expect(looks).toBe(1);
    clock.advance(1_000);
    await readiness.findReason();
    expect(looks).toBe(2);
  });

  it('is not ready once it is stopping, even if all parts respond', async () => {
    const { readiness } = readinessOf(async () => null);
    readiness.markStopping();
    expect(await readiness.findReason()).toBe('it is stopping');
  });
});
