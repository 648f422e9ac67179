import { expect, it } from 'vitest';
import { comparedFigures } from '../../../support/storekeeper/copied-figures.ts';
import { DAY_MS, HOUR_MS, LONG, lastOf, live, MINUTE_MS, openWorld } from './world.ts';

it('point 6: an order that always fails does not delay others', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { account, switches } = world.server;
  const failing = lastOf([...account.orderIds()], 3);
  switches.refuse('Internal', { ids: [failing] });
  const caller = await world.signIn();
  const began = world.clock.now();
  const coverageOf = async () => {
    await world.look(caller);
    return (await world.statusOf(caller)).coverage;
  };
  await world.until(async () => (await coverageOf())?.done === account.orderCount - 1, { mostSteps: 120 });
  expect(world.clock.now() - began).toBeLessThan(MINUTE_MS);
  // The order is in the latest month. The months before it are complete once it counts as unreadable.
  const isComplete = async () => (await coverageOf())?.months.slice(1).every((month) => month.isComplete) ?? false;
  await world.until(isComplete, { stepMs: 5_000 });
  expect(world.clock.now() - began).toBeLessThan(10 * MINUTE_MS);

  for (let sales = 0; sales < 6; sales += 1) {
    const sold = account.sellOrder();
    await live(world, caller, 3 * MINUTE_MS);
    expect(await world.platform.findOrder(caller, sold)).toMatchObject({ id: sold });
    await live(world, caller, 10 * MINUTE_MS, 5 * MINUTE_MS);
  }
});

it('point 11: a missing function delays nothing, whatever class its error has', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { switches, calls, account } = world.server;
  switches.removeFunctions('listLocationsForHook');
  switches.refuseUnknownFunctionsAs('Internal');
  const caller = await world.signIn();
  const began = world.clock.now();
  await world.readOn(caller);
  expect(world.clock.now() - began).toBeLessThan(5_000);

  await live(world, caller, 12 * HOUR_MS, 30 * MINUTE_MS);
  expect(calls.byFunction['ShopModule::listLocationsForHook']).toBeLessThanOrEqual(8);
  const sold = account.sellOrder();
  await live(world, caller, 2 * MINUTE_MS);
  expect(await world.platform.findOrder(caller, sold)).toMatchObject({ id: sold });
  // It may have been added there, so it is requested again once a day.
  const asked = calls.byFunction['ShopModule::listLocationsForHook'] ?? 0;
  await live(world, caller, DAY_MS, 6 * HOUR_MS);
  expect(calls.byFunction['ShopModule::listLocationsForHook']).toBeGreaterThan(asked);
});

it('point 7: the ids below a truncated list are read, and only then is it complete', {
  timeout: LONG,
}, async () => {
  const world = await openWorld({ orders: 140 });
  world.server.switches.limitIds(90);
  const caller = await world.signIn();
  const all = world.server.account.orderCount;
  await world.until(async () => {
    await world.look(caller);
    const { state, coverage } = await world.statusOf(caller);
    if (coverage?.isWhole) expect(coverage.done).toBe(all);
    return state === 'waiting' && (coverage?.isWhole ?? false);
  });

  const { own, copied } = await comparedFigures(world.platform, caller, world.server.account);
  expect(copied).toEqual(own);
});
