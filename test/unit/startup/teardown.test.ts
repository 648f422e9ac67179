import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTeardown } from '../../../electron/startup/shutdown.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';

function teardown() {
  const clock = createFixedClock(0);
  const problems: [string, string][] = [];
  const steps: string[] = [];
  const undoing = createTeardown({
    clock,
    limitMs: 5_000,
    onProblem: (step, error) => problems.push([step, String(error)]),
  });
  return { clock, problems, steps, undoing };
}

describe('createTeardown', () => {
  it('runs the steps in reverse order', async () => {
    const { steps, undoing } = teardown();
    for (const name of ['store', 'service', 'host']) undoing.add(name, () => void steps.push(name));
    await undoing.run();
    expect(steps).toEqual(['host', 'service', 'store']);
  });

  it('continues after a step that fails, and reports it', async () => {
    const { steps, problems, undoing } = teardown();
    undoing.add('store', () => void steps.push('store'));
    undoing.add('service', () => Promise.reject(new Error('stuck')));
    undoing.add('host', () => {
      throw new Error('gone');
    });
    await undoing.run();
    expect(steps).toEqual(['store']);
    expect(problems).toEqual([
      ['host', 'Error: gone'],
      ['service', 'Error: stuck'],
    ]);
  });

  it('gives up on a step that hangs when the time is over, and still runs the others', async () => {
    const { clock, steps, problems, undoing } = teardown();
    undoing.add('store', () => void steps.push('store'));
    undoing.add('service', () => new Promise(() => {}));
    const done = undoing.run();
    await setImmediate();
    clock.advance(5_000);
    await done;
    expect(steps).toEqual(['store']);
    expect(problems.map(([step]) => step)).toEqual(['service']);
  });

  it('gives each step half of the remaining time', async () => {
    const { clock, problems, undoing } = teardown();
    for (const name of ['store', 'service', 'host']) undoing.add(name, () => new Promise(() => {}));
    void undoing.run();
    const givenUpAfter = async (ms: number) => {
      await setImmediate();
      clock.advance(ms);
      await setImmediate();
      return problems.map(([step]) => step);
    };
    expect(await givenUpAfter(2_499)).toEqual([]);
    expect(await givenUpAfter(1)).toEqual(['host']);
    expect(await givenUpAfter(1_249)).toEqual(['host']);
    expect(await givenUpAfter(1)).toEqual(['host', 'service']);
    expect(await givenUpAfter(625)).toEqual(['host', 'service', 'store']);
  });

  it('runs once, however often it is asked', async () => {
    const { steps, undoing } = teardown();
    undoing.add('store', () => void steps.push('store'));
    await Promise.all([undoing.run(), undoing.run()]);
    await undoing.run();
    expect(steps).toEqual(['store']);
  });
});
