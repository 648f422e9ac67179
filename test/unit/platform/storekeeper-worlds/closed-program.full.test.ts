import { expect, it } from 'vitest';
import { createRandomStream } from '../../../../electron/platform/demo/prng.ts';
import { LONG, MINUTE_MS, openWorld } from './world.ts';

it('a program that was closed makes no more calls, even if calls were failing', { timeout: LONG }, async () => {
  const world = await openWorld({ orders: 1_000 });
  const { calls, switches } = world.server;
  const caller = await world.signIn();
  switches.failShare(0.3);
  const random = createRandomStream(7, 'closings');

  for (let closings = 0; closings < 40; closings += 1) {
    const { program } = world;
    let left = random.drawInteger(1, 20);
    let closing: Promise<void> | null = null;
    const unwatch = calls.watch(() => {
      left -= 1;
      if (left === 0) closing = Promise.resolve(program.close());
    });
    await world.look(caller);
    await world.until(() => closing !== null);
    unwatch();
    await closing;
    await world.idle();
    const made = calls.total;
    world.clock.advance(5 * MINUTE_MS);
    await world.idle();
    expect(calls.total).toBe(made);
    await world.startAgain();
  }
});
