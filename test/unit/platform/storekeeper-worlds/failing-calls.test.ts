import { expect, it } from 'vitest';
import { comparedFigures } from '../../../support/storekeeper/copied-figures.ts';
import { DAY_MS, HOUR_MS, LONG, lastOf, live, MINUTE_MS, openWorld } from './world.ts';

it('point 6: an order that always fails holds up no other', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { account, switches } = world.server;
  const failing = lastOf([...account.orderIds()], 3);
  switches.refuse('Internal', { ids: [failing] });
  const caller = await world.signIn();
  const began = world.clock.now();
  await world.until(async () => {
    await world.look(caller);
    const { coverage } = await world.statusOf(caller);
    // The months before that of the order: it may have been bought in none of them.
    const older = coverage?.months.slice(1) ?? [];
    return older.length > 2 && older.every(({ isComplete }) => isComplete);
  });
  expect(world.clock.now() - began).toBeLessThan(2 * MINUTE_MS);

  for (let sales = 0; sales < 6; sales += 1) {
    const sold = account.sellOrder();
    await live(world, caller, 3 * MINUTE_MS);
    expect(await world.platform.findOrder(caller, sold)).toMatchObject({ id: sold });
    await live(world, caller, 10 * MINUTE_MS, 5 * MINUTE_MS);
  }
});

it('point 11: a missing function delays nothing, whatever the class of its error', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { switches, calls, account } = world.server;
  switches.removeFunctions('listLocationsForHook');
  switches.refuseUnknownFunctionsAs('Internal');
  const caller = await world.signIn();
  const began = world.clock.now();
  await world.readOn(caller);
  expect(world.clock.now() - began).toBeLessThan(5_000);

  await live(world, caller, 12 * HOUR_MS, 10 * MINUTE_MS);
  expect(calls.byFunction['ShopModule::listLocationsForHook']).toBeLessThanOrEqual(3);
  const sold = account.sellOrder();
  await live(world, caller, 2 * MINUTE_MS);
  expect(await world.platform.findOrder(caller, sold)).toMatchObject({ id: sold });
  // It may have been added there: it is asked for again once a day.
  const asked = calls.byFunction['ShopModule::listLocationsForHook'] ?? 0;
  await live(world, caller, DAY_MS, HOUR_MS);
  expect(calls.byFunction['ShopModule::listLocationsForHook']).toBeGreaterThan(asked);
});

it('point 7: a list of ids that was cut is read on below it, and counts as whole only then', {
  timeout: LONG,
}, async () => {
  const world = await openWorld({ orders: 400 });
  world.server.switches.limitIds(250);
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
