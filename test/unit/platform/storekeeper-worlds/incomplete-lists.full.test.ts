import { expect, it } from 'vitest';
import type { CopiedAccount } from '../../../support/storekeeper/copied-account.ts';
import { comparedFigures, copiedReports, ownReports } from '../../../support/storekeeper/copied-figures.ts';
import { DAY_MS, HOUR_MS, LONG, lastOf, live, MINUTE_MS, monthOf, openWorld, plainOrders } from './world.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

it('a first copy ends, however many orders are due again', { timeout: LONG }, async () => {
  // One call every 5 seconds: 120 orders that are due every 15 minutes need 2 of 3 calls.
  const world = await openWorld({ orders: 120, months: 3, program: { pace: { callsPerSecond: 0.2 } } });
  world.server.switches.alter('getOrder', (record) => ({ ...record, status: 'processing' }));
  const caller = await world.signIn();
  const isWhole = async () => {
    await world.look(caller);
    return (await world.statusOf(caller)).coverage?.isWhole ?? false;
  };
  await world.until(isWhole, { stepMs: 5_000, mostSteps: 600 });
});

it.each<{
  readonly how: string;
  readonly fail: (world: CopiedAccount, ids: readonly number[]) => () => void;
  readonly isUnreadable: boolean;
}>([
  {
    how: 'each of them fails',
    fail: ({ server }, ids) => server.switches.refuse('Internal', { ids }),
    isUnreadable: true,
  },
  {
    how: 'no order can be read',
    fail: ({ server }) => server.switches.inject({ kind: 'html' }, { functions: ['getOrder'] }),
    isUnreadable: false,
  },
])(
  'orders whose ids come late make all months incomplete while $how',
  { timeout: LONG },
  async ({ fail, isUnreadable }) => {
    const world = await openWorld();
    const { switches } = world.server;
    const late = plainOrders(world)
      .filter((order) => monthOf(order) === '2026-10')
      .map(({ id }) => id);
    const name = switches.hideOrders(...late);
    const refuse = switches.refuse('Lookup', { ids: late });
    const caller = await world.signIn();
    await world.readOn(caller);
    name();
    refuse();
    const end = fail(world, late);
    await live(world, caller, DAY_MS + 8 * HOUR_MS, HOUR_MS);

    const october = { from: '2026-10-01', to: '2026-10-31' };
    const sentence = isUnreadable ? /^Orders are incomplete .*cannot be read/ : /^Orders are being read .*not read yet/;
    await expect(world.platform.readReport(caller, 'financial', october)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringMatching(sentence),
    });
    const { isWhole, unreadable = 0, unread = 0 } = (await world.statusOf(caller)).coverage ?? {};
    expect([isWhole, unreadable > 0, unreadable + unread]).toEqual([false, isUnreadable, late.length]);
    end();
    await live(world, caller, DAY_MS, 6 * HOUR_MS);
    const { own, copied } = await comparedFigures(world.platform, caller, world.server.account);
    expect(copied).toEqual(own);
  },
);

const CHECK_FAILED = 'StoreKeeper returned none of the orders that the check requested. Try again later.';

it('a check that failed still counts the orders that it had found', { timeout: LONG }, async () => {
  const world = await openWorld({ months: 8 });
  const { switches } = world.server;
  const orders = plainOrders(world);
  const late = lastOf(orders, Math.floor(orders.length / 2)).id;
  const name = switches.hideOrders(late);
  const refuse = switches.refuse('Lookup', { ids: [late] });
  const caller = await world.signIn();
  await world.readOn(caller);
  name();
  refuse();
  const end = switches.inject(
    { kind: 'html' },
    { ids: [...world.server.account.orderIds()].filter((id) => id !== late) },
  );
  const hasFailed = async () => {
    await world.look(caller);
    const { streams } = await world.statusOf(caller);
    return streams.some(({ problem }) => problem === CHECK_FAILED);
  };
  await world.until(hasFailed, { stepMs: HOUR_MS, mostSteps: 48 });
  expect(await world.platform.findOrder(caller, late)).toMatchObject({ id: late });
  end();
  await live(world, caller, 3 * HOUR_MS, HOUR_MS);

  expect((await world.statusOf(caller)).check).toMatchObject({ missing: 1 });
});

it('orders that the first list did not name are missing until they are read', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { switches, account } = world.server;
  const name = switches.hideOrders(...account.orderIds());
  const refuse = switches.refuse('Lookup', { ids: [...account.orderIds()] });
  const caller = await world.signIn();
  await world.readOn(caller);
  name();
  refuse();
  switches.inject({ kind: 'html' }, { functions: ['getOrder'] });
  await live(world, caller, DAY_MS + HOUR_MS, HOUR_MS);

  const september = { from: '2026-09-01', to: '2026-09-30' };
  await expect(world.platform.readReport(caller, 'financial', september)).rejects.toMatchObject({ code: 'rejected' });
});

it('an unreadable id makes the months incomplete in which its order may be', { timeout: LONG }, async () => {
  const world = await openWorld();
  const inAugust = plainOrders(world).filter((order) => monthOf(order) === '2026-08');
  const odd = lastOf(inAugust, inAugust.length);
  const end = world.server.switches.alter('listOrderIds', (id) => (Number(id) === odd.id ? { id: odd.id } : id));
  const caller = await world.signIn();
  await world.until(async () => {
    await world.look(caller);
    return (await world.statusOf(caller)).state === 'waiting';
  });
  const august = { from: '2026-08-01', to: '2026-08-31' };
  await expect(world.platform.readReport(caller, 'financial', august)).rejects.toMatchObject({
    code: 'rejected',
    message: expect.stringContaining('the id of an order cannot be read'),
  });
  await expect(world.platform.readReport(caller, 'financial', NOVEMBER)).resolves.toBeDefined();
  end();
  // The list is read again a day after the last time, which may be just after the first day here.
  await live(world, caller, 2 * DAY_MS + HOUR_MS, 6 * HOUR_MS);
  const { own, copied } = await comparedFigures(world.platform, caller, world.server.account);
  expect(copied).toEqual(own);
});

it('an id that becomes unreadable makes its own months incomplete, also after another was unreadable before', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  const { account, switches } = world.server;
  const inAugust = plainOrders(world).filter((order) => monthOf(order) === '2026-08');
  const odd = new Set<number>();
  switches.alter('listOrderIds', (id) => (odd.has(Number(id)) ? { id } : id));
  const caller = await world.signIn();
  await world.readOn(caller);
  odd.add(lastOf(inAugust, inAugust.length).id);
  await live(world, caller, DAY_MS + HOUR_MS, HOUR_MS);
  const isRefused = async (from: string, to: string) => {
    const sentence = await world.platform.readReport(caller, 'financial', { from, to }).then(String, String);
    return sentence.includes('the id of an order cannot be read');
  };
  expect(await isRefused('2026-08-01', '2026-08-31')).toBe(true);
  expect(await isRefused('2026-11-01', '2026-11-30')).toBe(false);

  odd.add(account.sellOrder());
  await live(world, caller, 3 * MINUTE_MS);
  expect(await isRefused('2026-11-01', '2026-11-30')).toBe(true);
});

it('older orders that cannot be found are unknown, and not 0', { timeout: LONG }, async () => {
  const world = await openWorld({ months: 8, orderIdStep: 1_000 });
  const { account, switches } = world.server;
  const all = ownReports(account);
  const { orderCount } = account;
  switches.limitIds(60);
  const caller = await world.signIn();
  await world.readOn(caller);

  const { coverage } = await world.statusOf(caller);
  expect(coverage).toMatchObject({ isWhole: true, areOlderKnown: false, done: 60 });
  expect(coverage?.done).toBeLessThan(orderCount);
  const refusal = { code: 'rejected', message: expect.stringMatching(/^Orders are not known before 1 /) };
  for (const month of Object.keys(all)) {
    const asked = copiedReports(world.platform, caller, [month]);
    if (coverage?.completeFrom && `${month}-01` >= coverage.completeFrom) {
      expect(await asked).toEqual({ [month]: all[month] });
    } else await expect(asked).rejects.toMatchObject(refusal);
  }
  expect(coverage?.completeFrom).not.toBeNull();
  await expect(world.platform.listCustomers(caller, { start: 0, limit: 10 })).resolves.toBeDefined();
});

it('an account whose orders are not listed has no figures until they are', { timeout: LONG }, async () => {
  const world = await openWorld();
  const { account, switches } = world.server;
  const name = switches.hideOrders(...account.orderIds());
  const find = switches.refuse('Lookup', { functions: ['getOrder'] });
  const caller = await world.signIn();
  await world.readOn(caller);
  const refusal = { code: 'rejected', message: expect.stringMatching(/^Orders are not known: /) };
  await expect(world.platform.readReport(caller, 'financial', NOVEMBER)).rejects.toMatchObject(refusal);

  name();
  find();
  await live(world, caller, DAY_MS + HOUR_MS, HOUR_MS);
  expect((await world.statusOf(caller)).coverage).toMatchObject({ isWhole: true, areOlderKnown: true });
  const { own, copied } = await comparedFigures(world.platform, caller, account);
  expect(copied).toEqual(own);
});

it('a copy does not change if the list is empty and no order is found any more', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  world.server.switches.hideOrders(...world.server.account.orderIds());
  world.server.switches.refuse('Lookup', { functions: ['getOrder'] });
  await live(world, caller, 3 * DAY_MS, 6 * HOUR_MS);

  const { coverage } = await world.statusOf(caller);
  expect((coverage?.done ?? 0) + (coverage?.unreadable ?? 0)).toBe(world.server.account.orderCount);
  await expect(world.platform.readReport(caller, 'financial', NOVEMBER)).rejects.toMatchObject({ code: 'rejected' });
});

it('an order that was deleted is removed, whatever class the refusal has', { timeout: LONG }, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  const order = lastOf(plainOrders(world));
  world.server.switches.refuse('General', { ids: [order.id], error: 'No such order.' });
  world.server.account.deleteOrder(order.id);

  await live(world, caller, 2 * DAY_MS, 6 * HOUR_MS);
  expect(await world.platform.findOrder(caller, order.id)).toBeNull();
});

it('if ids of orders are no longer listed, later days are refused with the reason', {
  timeout: LONG,
}, async () => {
  const world = await openWorld();
  const caller = await world.signIn();
  await world.readOn(caller);
  world.server.switches.removeFunctions('listOrderIds');
  await live(world, caller, 30 * MINUTE_MS);

  await expect(world.platform.readReport(caller, 'financial', NOVEMBER)).rejects.toMatchObject({
    code: 'rejected',
    message: expect.stringMatching(/^Orders of this account cannot be read: .*listOrderIds/),
  });
  await expect(
    world.platform.readReport(caller, 'financial', { from: '2026-10-01', to: '2026-10-31' }),
  ).resolves.toBeDefined();
});
