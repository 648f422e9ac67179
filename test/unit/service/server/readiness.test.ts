import { describe, expect, it } from 'vitest';
import { createReadiness } from '../../../../electron/service/server/readiness.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';

function readinessOf(check: () => Promise<unknown>) {
  const clock = createFixedClock('2026-11-21T12:00:00Z');
  const warned: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warned.push(message) };
  const checks = [
    { name: 'the store', check },
    { name: 'the platform', check: async () => null },
  ];
  return { readiness: createReadiness({ checks, clock, log }), clock, warned };
}

describe('createReadiness', () => {
  it('has nothing against a program whose parts answer', async () => {
    expect(await readinessOf(async () => null).readiness.reasons()).toEqual([]);
  });

  it('names the part that fails, and tells the log why', async () => {
    const { readiness, warned } = readinessOf(() => Promise.reject(new Error('gone')));
    expect(await readiness.reasons()).toEqual(['the store does not answer']);
    expect(warned).toEqual(['the program is not ready']);
  });

  it('does not wait for a part that hangs', async () => {
    const { readiness, clock } = readinessOf(() => new Promise(() => undefined));
    const reasons = readiness.reasons();
    clock.advance(2_000);
    expect(await reasons).toEqual(['the store does not answer']);
  });

  it('looks once a second however many ask', async () => {
    let looks = 0;
    const { readiness, clock } = readinessOf(async () => {
      looks += 1;
    });
    await Promise.all(Array.from({ length: 50 }, () => readiness.reasons()));
    expect(looks).toBe(1);
    clock.advance(1_000);
    await readiness.reasons();
    expect(looks).toBe(2);
  });

  it('is not ready any more once it is stopping, though all parts answer', async () => {
    const { readiness } = readinessOf(async () => null);
    readiness.stopping();
    expect(await readiness.reasons()).toEqual(['it is stopping']);
  });
});
