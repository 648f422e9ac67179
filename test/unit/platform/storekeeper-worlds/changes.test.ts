import { expect, it } from 'vitest';
import { comparedFigures, copiedPrices } from '../../../support/storekeeper/copied-figures.ts';
import { sumPrices } from '../../../support/storekeeper/own-sums.ts';
import { DAY_MS, HOUR_MS, LONG, lastOf, live, MINUTE_MS, openWorld, plainOrders } from './world.ts';

it('sales arrive within 2 minutes, and payments and refunds of new orders within 20', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  const { account } = world.server;
  const unpaid = account.sellOrder({ isPaid: false });
  const paid = account.sellOrder();
  await live(world, caller, 2 * MINUTE_MS);
  expect(await world.platform.findOrder(caller, unpaid)).toMatchObject({ is_paid: false });
  expect(await world.platform.findOrder(caller, paid)).toMatchObject({ is_paid: true });

  account.payOrder(unpaid);
  account.refundOrder(paid);
  await live(world, caller, 20 * MINUTE_MS);
  expect(await world.platform.findOrder(caller, unpaid)).toMatchObject({ is_paid: true });
  expect(await world.platform.findOrder(caller, paid)).toMatchObject({ status: 'refunded' });
  const { own, copied } = await comparedFigures(world.platform, caller, account);
  expect(copied).toEqual(own);
  expect(world.server.calls.writes).toBe(0);
});

it('prices, stock and deleted products arrive within the hour', { timeout: LONG }, async () => {
  const world = await openWorld({ orders: 60 });
  const caller = await world.signIn();
  await world.readOn(caller);
  const { account } = world.server;
  const [first, second, third] = [...account.products.listed()].filter(
    ({ defaultPrice, stock }) => defaultPrice && !stock.isUnlimited,
  );
  account.changePrice(first?.id ?? 0, 123_400);
  account.changeStock(second?.id ?? 0, 7.5);
  account.deleteProduct(third?.id ?? 0);

  await live(world, caller, HOUR_MS + 5 * MINUTE_MS, 5 * MINUTE_MS);
  expect(await copiedPrices(world.platform, caller)).toEqual(sumPrices(account));
  const { rows } = await world.platform.searchProducts(caller, { start: 0, limit: 200 });
  expect(rows.find(({ id }) => id === second?.id)?.stock).toBe(7.5);
  expect(rows.map(({ id }) => id)).not.toContain(third?.id);
});

it('an order that was deleted is gone after two nights', { timeout: LONG }, async () => {
  const world = await openWorld({ orders: 60 });
  const caller = await world.signIn();
  await world.readOn(caller);
  const order = lastOf(plainOrders(world));
  world.server.account.deleteOrder(order.id);

  await live(world, caller, 2 * DAY_MS + 6 * HOUR_MS, 6 * HOUR_MS);
  expect(await world.platform.findOrder(caller, order.id)).toBeNull();
  const { own, copied } = await comparedFigures(world.platform, caller, world.server.account);
  expect(copied).toEqual(own);
});

it('without the function that lists orders there are no orders and no reports, and the page says so', {
  timeout: LONG,
}, async () => {
  const world = await openWorld({ orders: 60 });
  world.server.switches.removeFunctions('listOrderIds');
  const caller = await world.signIn();
  await live(world, caller, 5 * MINUTE_MS);

  expect(await copiedPrices(world.platform, caller)).toEqual(sumPrices(world.server.account));
  const period = { from: '2026-11-01', to: '2026-11-30' };
  const refusal = { code: 'rejected', message: expect.stringMatching(/^Orders of this account cannot be read/) };
  await expect(world.platform.readReport(caller, 'financial', period)).rejects.toMatchObject(refusal);
  await expect(world.platform.listOrders(caller, { ...period, start: 0, limit: 10 })).rejects.toMatchObject(refusal);
});

it('pages with fewer rows than requested are read to the end', { timeout: LONG }, async () => {
  const world = await openWorld({ products: 120, orders: 60 });
  world.server.switches.limitPages(25);
  const caller = await world.signIn();
  await world.readOn(caller);

  expect(await copiedPrices(world.platform, caller)).toEqual(sumPrices(world.server.account));
});
