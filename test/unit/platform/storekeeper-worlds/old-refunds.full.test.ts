import { expect, it } from 'vitest';
import { copiedReports, ownReports } from '../../../support/storekeeper/copied-figures.ts';
import { DAY_MS, HOUR_MS, LONG, live, openWorld, plainOrders } from './world.ts';

it('point 8: a refund of a year-old order is found within a week', { timeout: LONG }, async () => {
  const world = await openWorld({ months: 14 });
  const caller = await world.signIn();
  await world.readOn(caller);
  const { account } = world.server;
  const order = plainOrders(world).find(({ purchasedAt }) => world.clock.now() - purchasedAt > 350 * DAY_MS);
  if (order === undefined) throw new RangeError('there is no such order');
  account.refundOrder(order.id);

  await live(world, caller, 7 * DAY_MS, 6 * HOUR_MS);
  const month = '2026-11';
  expect(await copiedReports(world.platform, caller, [month])).toEqual({ [month]: ownReports(account)[month] });
});
