import { expect, it } from 'vitest';
import { listAllOrders } from '../../../support/storekeeper/copied-account.ts';
import { copiedReports, ownReports, toCents } from '../../../support/storekeeper/copied-figures.ts';
import { reportOrders } from '../../../support/storekeeper/own-reports.ts';
import { sumOrder } from '../../../support/storekeeper/own-sums.ts';
import { HOUR_MS, LONG, lastOf, live, MINUTE_MS, openWorld, plainOrders } from './world.ts';

const EURO = 10_000;

it.each([
  { what: 'without goods', pieces: {}, euros: 5 },
  { what: 'for goods at a part of their price', pieces: { 1: 1 }, euros: 0.01 },
])(
  'point 5: money that was refunded $what reduces the turnover by the same amount',
  { timeout: LONG },
  async (back) => {
    const world = await openWorld();
    const caller = await world.signIn();
    await world.readOn(caller);
    const { account } = world.server;
    const order = lastOf(plainOrders(world));
    const sold = account.sellOrder({
      lines: [{ productId: lastOf(order.lines).productId ?? 0, unitPrice: 20 * EURO }],
    });

    account.refundOrder(sold, back.pieces, back.euros * EURO);
    await live(world, caller, HOUR_MS, 10 * MINUTE_MS);
    const [month, today] = ['2026-11', '2026-11-21'];
    expect(await copiedReports(world.platform, caller, [month])).toEqual({ [month]: ownReports(account)[month] });
    const [day] = await world.platform.readReport(caller, 'turnoverByDay', { from: today, to: today });
    expect(Math.round(Number(day?.turnover_wt) * 100)).toBe(reportOrders(account, 'day')[today]?.turnover.wt);
  },
);

it('point 5: the net value of an order is its value there, however often money is refunded', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  const { account } = world.server;
  const order = lastOf(plainOrders(world).filter(({ lines }) => (lines[0]?.unitPrice ?? 0) > 10 * EURO));

  for (const euros of [1.25, 2, 0.4]) {
    account.refundOrder(order.id, {}, euros * EURO);
    await live(world, caller, HOUR_MS, 10 * MINUTE_MS);
  }
  const orders = await listAllOrders(world.platform, caller, { from: '2026-01-01', to: '2026-12-31' });
  const ofThis = orders.filter(
    ({ id, order_number }) => id === order.id || order_number.startsWith(`${order.number}-R`),
  );
  const { sold, refunded } = sumOrder(account.findOrder(order.id) ?? order);
  expect(ofThis.reduce((sum, { value_wt }) => sum + toCents(value_wt), 0)).toBe(sold.wt - refunded.wt);
  expect(ofThis.reduce((sum, { value_ex_wt }) => sum + toCents(value_ex_wt), 0)).toBe(sold.ex - refunded.ex);
});

it('a return of items at several rates is split as it was sold, with each rate rounded once', {
  timeout: LONG,
}, async () => {
  const world = await openWorld({ orders: 60 });
  const caller = await world.signIn();
  await world.readOn(caller);
  const { account } = world.server;
  const products = [...account.products.listed()];
  const productAt = (rateId: number) => products.find(({ rate }) => rate.id === rateId)?.id ?? 0;
  const [high, low] = [productAt(55), productAt(57)];
  const order = account.sellOrder({
    lines: [
      { productId: high, quantity: 2, unitPrice: 2_840_900 },
      { productId: low, quantity: 2, unitPrice: 2_260_400 },
      { productId: high, quantity: 1, unitPrice: 38_800 },
    ],
  });
  account.refundOrder(order, { 1: 1, 2: 2, 3: 1 });

  await live(world, caller, HOUR_MS, 10 * MINUTE_MS);
  const month = '2026-11';
  expect(await copiedReports(world.platform, caller, [month])).toEqual({ [month]: ownReports(account)[month] });
});
