import { expect, it } from 'vitest';
import { toApiError } from '../../../../electron/service/server/error-handler.ts';
import {
  comparedFigures,
  copiedPrices,
  copiedReports,
  ownReports,
} from '../../../support/storekeeper/copied-figures.ts';
import {
  asHookPayload,
  asRecordedOrder,
  asRecordedProduct,
  toMembers,
  toRecords,
  type WireRecord,
  withoutCity,
} from '../../../support/storekeeper/odd-records.ts';
import { sumPrices } from '../../../support/storekeeper/own-sums.ts';
import {
  DAY_MS,
  expectOwnOrders,
  HOUR_MS,
  LONG,
  lastOf,
  listedTurnover,
  live,
  MINUTE_MS,
  monthOf,
  openWorld,
  plainOrders,
} from './world.ts';

const PRODUCT_FUNCTIONS = ['naturalSearchShopFlatProductForHooks', 'naturalSearchShopFlatProducts'];

/** The first item of the order has an object as its quantity. */
function withOddQuantity(id: number) {
  return (record: WireRecord): WireRecord => {
    if (record.id !== id) return record;
    const [first, ...others] = toRecords(record.order_items);
    return { ...record, order_items: [{ ...first, quantity: { value: 1 } }, ...others] };
  };
}

/** An order cannot be read without it. */
function withoutValue(id: number) {
  return ({ value_wt, ...record }: WireRecord): WireRecord => (record.id === id ? record : { ...record, value_wt });
}

it('point 1: an order with an invalid quantity gets a note, and all orders are read', { timeout: LONG }, async () => {
  const world = await openWorld();
  const odd = lastOf(plainOrders(world), 5);
  world.server.switches.alter('getOrder', withOddQuantity(odd.id));
  const fifthLast = lastOf([...world.server.account.orderIds()], 5);
  world.server.switches.alter('getOrder', withOddQuantity(fifthLast));
  const caller = await world.signIn();
  await world.readOn(caller);

  await expectOwnOrders(world, caller, [odd.id, fifthLast]);
  const order = await world.platform.findOrder(caller, odd.id);
  expect(order?.value_wt).toBe(odd.paid.wt / 10_000);
  const { notes } = await world.statusOf(caller);
  const noted = notes.flatMap(({ examples }) => examples).filter(({ record }) => record.includes(String(odd.id)));
  expect(noted).toHaveLength(1);
});

it('point 1: an invalid first product gets a note, and all products are read', { timeout: LONG }, async () => {
  const world = await openWorld();
  for (const name of PRODUCT_FUNCTIONS) {
    world.server.switches.alter(name, (row) => {
      const flat = toMembers(row.flat_product);
      const product = { ...toMembers(flat.product), product_stock: { value: { pieces: 3 } } };
      return row.id === 600_000 ? { ...row, flat_product: { ...flat, product } } : row;
    });
  }
  const caller = await world.signIn();
  await world.readOn(caller);

  expect(await copiedPrices(world.platform, caller)).toEqual(sumPrices(world.server.account));
  const { notes } = await world.statusOf(caller);
  const noted = notes.flatMap(({ examples }) => examples).filter(({ record }) => / (10001|600000)$/.test(record));
  expect(noted).toHaveLength(1);
});

it('point 2: an order that becomes invalid does not stop the reading of orders', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  const odd = [...world.server.account.orderIds()].slice(-5);
  for (const id of odd) world.server.switches.alter('getOrder', withOddQuantity(id));
  await live(world, caller, DAY_MS + HOUR_MS, HOUR_MS);

  const sold = world.server.account.sellOrder();
  await live(world, caller, 3 * MINUTE_MS);
  const order = await world.platform.findOrder(caller, sold);
  expect(order?.value_wt).toBe((world.server.account.findOrder(sold)?.paid.wt ?? 0) / 10_000);
  const { problem, streams, coverage } = await world.statusOf(caller);
  expect([problem, ...streams.map((stream) => stream.problem)].filter((one) => one !== null)).toEqual([]);
  expect(coverage).toMatchObject({ isWhole: true, done: world.server.account.orderCount });
  await expectOwnOrders(world, caller, odd);
});

it('point 3: a month with an unreadable order is refused with the reason, and the others are returned', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  const months = Object.keys(ownReports(world.server.account)).sort();
  const unreadable = lastOf(plainOrders(world).filter((order) => monthOf(order) === lastOf(months, 2)));
  world.server.switches.alter('getOrder', withoutValue(unreadable.id));
  const caller = await world.signIn();
  await world.until(async () => {
    await world.look(caller);
    return (await world.statusOf(caller)).state === 'waiting';
  });

  const [month, others] = [lastOf(months, 2), months.filter((one) => one !== lastOf(months, 2))];
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.parse(`${month}-15`));
  const period = { from: `${month}-01`, to: `${month}-28` };
  const refusal = { code: 'rejected', message: expect.stringContaining(name) };
  const thrown = await copiedReports(world.platform, caller, [month]).catch((error: Error) => error);
  expect(thrown).toMatchObject(refusal);
  // The service responds with 502 and the same message.
  expect(toApiError(thrown)).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining(name) });
  await expect(listedTurnover(world, caller, month)).rejects.toMatchObject(refusal);
  await expect(world.platform.readBatch(caller, 'orders', period, null)).rejects.toMatchObject(refusal);
  await expect(world.platform.listOrderItems(caller, { ...period, start: 0, limit: 10 })).rejects.toMatchObject(
    refusal,
  );
  const { coverage } = await world.statusOf(caller);
  expect(coverage?.months.find((one) => one.month === month)?.isComplete).toBe(false);
  expect(coverage?.isWhole).toBe(false);
  const own = ownReports(world.server.account);
  for (const other of others) {
    expect(await copiedReports(world.platform, caller, [other])).toEqual({ [other]: own[other] });
  }
});

it('records in the recorded formats have the same figures', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { switches } = world.server;
  for (const name of PRODUCT_FUNCTIONS) switches.alter(name, asRecordedProduct);
  switches.alter('getOrder', asRecordedOrder);
  switches.alter('listCustomerRelations', withoutCity);
  for (const name of [...PRODUCT_FUNCTIONS, 'getOrder', 'listCustomerRelations', 'listTaxRates'])
    switches.alter(name, (record) => asHookPayload(record));
  switches.alter('listOrderIds', String);
  const caller = await world.signIn();
  await world.readOn(caller);

  const { own, copied } = await comparedFigures(world.platform, caller, world.server.account);
  expect(copied).toEqual(own);
  expect(await copiedPrices(world.platform, caller)).toEqual(sumPrices(world.server.account));
  expect(world.server.calls.undocumented).toEqual([]);
});
