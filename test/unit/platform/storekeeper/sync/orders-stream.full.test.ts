import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../../electron/platform/demo/prng.ts';
import { PlatformError } from '../../../../../electron/platform/platform-error.ts';
import { coverageOf, refusalOf } from '../../../../../electron/platform/storekeeper/sync/coverage.ts';
import { readOrders } from '../../../../../electron/platform/storekeeper/sync/order-readings.ts';
import {
  createOrdersStream,
  makeOrdersDue,
  ordersProgress,
} from '../../../../../electron/platform/storekeeper/sync/orders-stream.ts';
import { createReferenceStream } from '../../../../../electron/platform/storekeeper/sync/reference-stream.ts';
import { localTimestamp } from '../../../../../shared/calendar.ts';
import { type Account, openAccount, openScripted, readOn, readOnInSpite, readOnThroughKills } from './account-rig.ts';
import {
  accountMonths,
  accountOtherLines,
  callsOf,
  copiedMonths,
  copiedOtherLines,
  copyWhole,
  copyWholeButOrders,
  digestOfOrders,
  expectSumsOf,
  orderRow,
  passTime,
  readOrdersOn,
  rowsOfOrders,
  wrongTotals,
} from './orders-rig.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const countOf = (account: Pick<Account, 'rows'>, table: string) =>
  account.rows(`select count(*) as count from ${table}`)[0]?.count;

describe('the first copy of orders', { timeout: 120_000 }, () => {
  it('has the sums of the account by month and rate to the cent, and whatever came back', async () => {
    const account = await openAccount({ orders: 300 });
    await copyWhole(account);
    await expectSumsOf(account);
    expect(copiedOtherLines(account)).toEqual(accountOtherLines(account.server.account));
    const { now } = account.clock;
    expect(await coverageOf(account.db(), now())).toMatchObject({ isWhole: true, done: 300, of: 300 });
    expect(await ordersProgress(account.db(), now())).toEqual({ readAt: localTimestamp(now()), progress: null });
    expect(account.server.calls.writes).toBe(0);
  });

  it('is the same through kills at random calls', async () => {
    const options = { orders: 150, months: 6 };
    const [whole, killed] = [await openAccount(options), await openAccount(options)];
    await copyWhole(whole);
    await readOn(createReferenceStream(await killed.context()), killed);
    await copyWholeButOrders(killed);
    const random = randomStream(3, 'kills');
    const kills = await readOnThroughKills(killed, createOrdersStream, () => random.whole(1, 12));
    expect(kills).toBeGreaterThan(15);
    expect(rowsOfOrders(killed)).toEqual(rowsOfOrders(whole));
    await expectSumsOf(killed);
  });

  it('is the same while 30 % of the calls fail', async () => {
    const account = await openAccount({ orders: 150, months: 6 });
    await copyWholeButOrders(account);
    account.server.switches.failShare(0.3);
    let failures = 0;
    while (!(await coverageOf(account.db(), account.clock.now())).isWhole) {
      failures += await readOnInSpite(createOrdersStream(await account.context()), account.clock);
      account.clock.advance(MINUTE_MS);
    }
    expect(failures).toBeGreaterThan(0);
    await expectSumsOf(account);
  });

  it('reads the latest orders first, and a month further back each time', async () => {
    const account = await openAccount({ orders: 120, months: 4 });
    const context = await account.context();
    await copyWholeButOrders(account);
    const stream = createOrdersStream(context);
    const newest = account.server.account.createdAt([...account.server.account.orderIds()].at(-1) ?? 0);
    for (let steps = 0; steps < 3; steps += 1) await stream.step();
    const [first] = account.rows('select max(date_purchased) as latest, min(id) as lowest from orders');
    expect(first?.latest).toBe(newest);
    expect(Number(countOf(account, 'orders'))).toBeLessThan(15);
    await readOn(stream, account);
    expect(account.rows(`select min(order_id) as id from sk_orders where state <> 'read'`)[0]?.id).toBe(null);
  });

  it('ends without the list of all ids after 24 months in which nothing was sold', async () => {
    const account = await openAccount({ orders: 60, months: 3 });
    account.server.switches.refuseUnfilteredOrderIds();
    await copyWhole(account);
    await expectSumsOf(account);
    expect(await coverageOf(account.db(), account.clock.now())).toMatchObject({ isWhole: true, done: 60 });
    const listings = callsOf(account, 'listOrderIds');
    expect(listings).toBeGreaterThan(24);
    expect(listings).toBeLessThan(36);
  });

  it('comes from pages where only those are given, of at most 7 rows', async () => {
    const account = await openAccount({ orders: 60, months: 3 });
    account.server.switches.removeFunctions('listOrderIds');
    account.server.switches.offerFunction('listOrders');
    account.server.switches.limitPages(7);
    await copyWhole(account);
    await expectSumsOf(account);
    const sold = account.server.account.sellOrder();
    await passTime(account, 2 * MINUTE_MS);
    expect(orderRow(account, sold)).toMatchObject({ status: 'complete' });
    await expectSumsOf(account);
  });

  it('is none where orders cannot be read, which is said', async () => {
    const account = await openAccount({ orders: 60, months: 3 });
    account.server.switches.removeFunctions('listOrderIds');
    await copyWhole(account);
    expect(countOf(account, 'orders')).toBe(0);
    expect(Number(countOf(account, 'products'))).toBeGreaterThan(100);
    const refusal = await refusalOf(account.db(), { from: '2026-11-01', to: '2026-11-21' });
    expect(refusal).toMatch(/^Orders of this account cannot be read: .*listOrderIds does not exist.*\.$/);
  });
});

describe('reading on', () => {
  it('writes nothing where nothing has changed', async () => {
    const account = await openAccount({ orders: 150, months: 6 });
    await copyWhole(account);
    await passTime(account, 4 * MINUTE_MS);
    const before = digestOfOrders(account);
    await passTime(account, 32 * DAY_MS, 8 * DAY_MS);
    const [{ stale } = {}] = account.rows(
      `select count(*) as stale from sk_orders where last_read < ${account.clock.now() - 31 * DAY_MS}`,
    );
    expect(stale).toBe(0);
    expect(digestOfOrders(account)).toBe(before);
    const calls = callsOf(account, 'getOrder');
    await makeOrdersDue(account.db());
    expect((await ordersProgress(account.db(), account.clock.now())).progress).toMatchObject({ done: 0, of: 150 });
    await readOrdersOn(account);
    expect(callsOf(account, 'getOrder') - calls).toBe(150);
    expect(digestOfOrders(account)).toBe(before);
  });

  it('has the location of a shop for as long as all its orders agree', async () => {
    const order = { status: 'complete', is_paid: true, date_purchased: '2026-11-20 10:00:00+01:00', shop_id: 1 };
    const locations = new Map<number, number | null>([
      [1, 5],
      [2, 5],
    ]);
    const scripted = await openScripted((name, request) => {
      if (name === 'listOrderIds') return [...locations.keys()];
      const { id } = request as unknown as { id: number };
      return { ...order, id, number: `N${id}`, location_id: locations.get(id) };
    });
    const locationAfter = async (ms: number) => {
      scripted.clock.advance(ms);
      await readOn(createOrdersStream(scripted.context()), scripted);
      return scripted.rows('select location_id from shops')[0]?.location_id;
    };
    expect(await locationAfter(0)).toBe(1_000_000_005);
    locations.set(3, 6);
    expect(await locationAfter(MINUTE_MS)).toBe(null);
    locations.set(3, 5);
    expect(await locationAfter(DAY_MS)).toBe(1_000_000_005);
    locations.set(4, null);
    expect(await locationAfter(MINUTE_MS)).toBe(null);
  });

  it('reads again what a clock that was ahead has put off', async () => {
    const account = await openAccount({ orders: 40, months: 1 });
    account.clock.advance(400 * DAY_MS);
    await copyWhole(account);
    account.clock.advance(-400 * DAY_MS);
    const calls = callsOf(account, 'getOrder');
    await readOrdersOn(account);
    expect(callsOf(account, 'getOrder') - calls).toBe(40);
    expect(await createOrdersStream(await account.context()).dueAt()).toBeLessThanOrEqual(
      account.clock.now() + MINUTE_MS,
    );
  });

  it('has the orders that were made since a clock was ahead', async () => {
    const order = { status: 'complete', is_paid: true, shop_id: 1 };
    const days = new Map([[1, '2026-11-20']]);
    const scripted = await openScripted((name, request) => {
      const { id, filters = [] } = request as unknown as { id: number; filters?: { name: string; val: string }[] };
      const [filter] = filters;
      if (name !== 'listOrderIds')
        return { ...order, id, number: `N${id}`, date_purchased: `${days.get(id)} 10:00:00+01:00` };
      if (filter?.name.startsWith('date_updated')) return [];
      return [...days].flatMap(([named, day]) => (day >= (filter?.val ?? '') ? [named] : []));
    });
    const stream = createOrdersStream(scripted.context());
    await readOn(stream, scripted);
    scripted.clock.advance(10 * DAY_MS);
    await readOn(stream, scripted);
    days.set(2, '2026-11-22');
    scripted.clock.advance(-5 * DAY_MS);
    await readOn(stream, scripted);
    expect(scripted.rows('select id from orders')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('has new orders within a minute, and payments within 15', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const sold = account.server.account.sellOrder({ isPaid: false });
    await passTime(account, MINUTE_MS);
    expect(orderRow(account, sold)).toMatchObject({ status: 'processing', is_paid: 0, payment_term: 'invoice' });
    account.server.account.payOrder(sold);
    await passTime(account, 15 * MINUTE_MS);
    expect(orderRow(account, sold)).toMatchObject({ is_paid: 1, payment_term: 'direct' });
    await expectSumsOf(account);
  });

  it('has what came back, each time as an order of its own', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const [lines] = [[{ productId: 10_001, quantity: 3, unitPrice: 121_000 }]];
    const productId = Number(account.rows('select min(id) as id from products')[0]?.id);
    const sold = account.server.account.sellOrder({ lines: lines.map((line) => ({ ...line, productId })) });
    await passTime(account, MINUTE_MS);
    account.server.account.refundOrder(sold, { 1: 1 });
    await passTime(account, 7 * HOUR_MS, HOUR_MS);
    account.server.account.refundOrder(sold);
    await passTime(account, 13 * HOUR_MS, HOUR_MS);
    const returns = account.rows(
      `select order_number, value_wt, status from orders where follows_order_id = ${sold} order by id`,
    );
    expect(returns.map(({ value_wt, status }) => [value_wt, status])).toEqual([
      [-121_000, 'complete'],
      [-242_000, 'complete'],
    ]);
    const [{ paid } = {}] = account.rows(`select sum(amount) as paid from order_payments where order_id in
      (select id from orders where follows_order_id = ${sold})`);
    expect(paid).toBe(-363_000);
    expect(orderRow(account, sold)).toMatchObject({ status: 'refunded', value_wt: 363_000 });
    await expectSumsOf(account);
  });

  it('makes an order at its new location what it was, in totals and feed as well', async () => {
    const account = await openAccount({ orders: 97, months: 2 });
    await copyWhole(account);
    const [order] = account.rows('select follows_order_id as id from orders where follows_order_id is not null');
    const id = Number(order?.id);
    const context = await account.context();
    const moved = { ...(await context.session.call('getOrder', { id })), location_id: 77 };
    const session = { call: async () => moved as never };
    await makeOrdersDue(account.db());
    await readOrders({ ...context, session }, [id]);
    expect(
      account.rows(`select distinct location_id from orders where id = ${id} or follows_order_id = ${id}`),
    ).toEqual([{ location_id: 1_000_000_077 }]);
    expect(account.rows('select title from locations where id = 1000000077')).toEqual([{ title: 'Locatie 77' }]);
    await expectSumsOf(account);
  });

  it('asks for orders by the date of their last change where that is taken', async () => {
    const account = await openAccount({ orders: 194, months: 6 });
    account.server.switches.takeFilterOnUpdates();
    await copyWhole(account);
    const [id = 0] = account.server.account.idsOf('unpaid');
    expect(orderRow(account, id)).toMatchObject({ is_paid: 0 });
    await passTime(account, 2 * DAY_MS, DAY_MS);
    account.server.account.payOrder(id);
    await passTime(account, 11 * MINUTE_MS);
    expect(orderRow(account, id)).toMatchObject({ is_paid: 1 });
  });
});

describe('an order that was read before its products', () => {
  it('gets their turnover groups once they are there', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    const context = await account.context();
    await readOn(createReferenceStream(context), account);
    await readOrdersOn(account);
    const groups = () => account.rows(`select distinct product_group_id from order_items where type = 'product'`);
    expect(groups()).toEqual([{ product_group_id: 999_999_999 }]);
    await copyWholeButOrders(account);
    await passTime(account, HOUR_MS);
    expect(groups().length).toBeGreaterThan(1);
    const [{ wrong } = {}] = account.rows(`select count(*) as wrong from order_items
      join products on products.id = product_id where order_items.product_group_id <> products.product_group_id`);
    expect(wrong).toBe(0);
    expect(await wrongTotals(account)).toEqual([]);
  });
});

describe('an order whose product has moved to another turnover group', () => {
  it('keeps the group in which it was sold', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const groups = () =>
      account.rows(`select id, product_group_id from order_items where type = 'product' order by id`);
    const sold = groups();
    const context = await account.context();
    await context.db.updateTable('products').set({ product_group_id: 999_999_999 }).execute();
    await makeOrdersDue(context.db);
    await readOn(createOrdersStream(context), account);
    expect(groups()).toEqual(sold);
    expect(new Set(sold.map(({ product_group_id }) => product_group_id)).size).toBeGreaterThan(1);
  });
});

describe('the zone in which filters are read', () => {
  it.each(['America/Los_Angeles', 'Asia/Tokyo'])('may be %s', async (zone) => {
    const account = await openAccount({ orders: 60, months: 3 });
    account.server.switches.readFilterDatesIn(zone);
    account.server.switches.refuseUnfilteredOrderIds();
    await copyWhole(account);
    const sold = account.server.account.sellOrder();
    await passTime(account, MINUTE_MS);
    expect(orderRow(account, sold)).toMatchObject({ status: 'complete' });
    await expectSumsOf(account);
  });
});

describe('the expected end', () => {
  it('is by what readings have taken, not by the time in which the program was away', async () => {
    const ids = Array.from({ length: 100 }, (_, at) => at + 1);
    const scripted = await openScripted((name, request) => {
      if (name === 'listOrderIds') return ids;
      scripted.clock.advance(250);
      const { id } = request as unknown as { id: number };
      const order = { status: 'complete', is_paid: true, date_purchased: '2026-11-20 10:00:00+01:00', shop_id: 1 };
      return { ...order, id, number: `N${id}` };
    });
    const readSome = async () => {
      const stream = createOrdersStream(scripted.context());
      for (let steps = 0; steps < 4; steps += 1) await stream.step();
    };
    await readSome();
    scripted.clock.advance(DAY_MS);
    await readSome();
    const now = scripted.clock.now();
    const { progress } = await ordersProgress(scripted.db(), now);
    const left = 100 - (progress?.done ?? 0);
    expect(progress).toMatchObject({ of: 100, expectedEnd: localTimestamp(now + left * 250) });
    expect(left).toBeGreaterThan(20);
  });
});

describe('an order that cannot be read', () => {
  const PLAIN = {
    status: 'complete',
    is_paid: true,
    currency_iso3: 'EUR',
    date_purchased: '2026-11-20 10:00:00+01:00',
  };
  const line = (id: number) => ({ id, name: 'A', quantity: 1, price: 1, price_wt: 1, ppu: 1, ppu_wt: 1 });

  it('is noted and comes again later, and the others are read', async () => {
    const broken = new Map<number, object>([
      [2, { ...PLAIN, id: 2, number: 'B', order_items: [] }],
      [3, { ...PLAIN, id: 3, number: 'C', shop_id: 1, order_items: [line(11)] }],
    ]);
    const scripted = await openScripted((name, request) => {
      if (name === 'listOrderIds') return [1, 2, 3, 4];
      const { id } = request as unknown as { id: number };
      return (
        broken.get(id) ?? { ...PLAIN, id, number: `N${id}`, shop_id: 1, order_items: [line(id === 1 ? 11 : id * 10)] }
      );
    });
    await readOn(createOrdersStream(scripted.context()), scripted);
    expect(scripted.rows('select id from orders')).toHaveLength(2);
    const notes = scripted.rows(`select record, detail from sk_notes where kind = 'record_unreadable' order by record`);
    expect(notes.map(({ record }) => record)).toHaveLength(2);
    expect(JSON.stringify(notes)).toMatch(/names no shop/);
    expect(JSON.stringify(notes)).toMatch(/has a line of order/);
    broken.set(2, { ...PLAIN, id: 2, number: 'B', shop_id: 1, order_items: [] });
    broken.set(3, { ...PLAIN, id: 3, number: 'C', shop_id: 1, order_items: [line(12)] });
    for (let times = 0; times < 2; times += 1) {
      scripted.clock.advance(7 * HOUR_MS);
      await readOn(createOrdersStream(scripted.context()), scripted);
    }
    expect(scripted.rows('select id from orders')).toHaveLength(4);
    expect(scripted.rows(`select record from sk_notes where kind = 'record_unreadable'`)).toEqual([]);
  });
});

describe('an order at which StoreKeeper fails', () => {
  it('does not hold up the others, and is noted after three times', async () => {
    const scripted = await openScripted((name, request) => {
      if (name === 'listOrderIds') return [1, 2, 3];
      const { id } = request as unknown as { id: number };
      if (id === 2) throw new PlatformError('unavailable', 'StoreKeeper failed inside.');
      const order = { status: 'complete', is_paid: true, date_purchased: '2026-11-20 10:00:00+01:00', shop_id: 1 };
      return { ...order, id, number: `N${id}` };
    });
    const stream = createOrdersStream(scripted.context());
    await expect(readOn(stream, scripted)).rejects.toThrow('StoreKeeper failed inside.');
    expect(scripted.rows('select id from orders')).toEqual([{ id: 1 }, { id: 3 }]);
    for (let times = 0; times < 30; times += 1) {
      scripted.clock.advance(20 * MINUTE_MS);
      await readOn(stream, scripted).catch(() => undefined);
    }
    expect(await coverageOf(scripted.db(), scripted.clock.now())).toMatchObject({ isWhole: true, done: 3, of: 3 });
    expect(scripted.rows(`select record, detail from sk_notes where kind = 'record_unreadable'`)).toEqual([
      { record: 'order:2', detail: '{"given":"StoreKeeper failed inside."}' },
    ]);
  });
});

describe('what the copy covers', () => {
  it('is a month once its orders and those of 60 days before are read', async () => {
    const account = await openAccount({ orders: 200, months: 8 });
    await copyWholeButOrders(account);
    const stream = createOrdersStream(await account.context());
    const period = { from: '2026-11-01', to: '2026-11-21' };
    expect(await stream.dueAt()).toBe(0);
    expect(await refusalOf(account.db(), period)).toBe('Orders are being read.');
    await stream.step();
    await stream.step();
    await stream.step();
    expect(await refusalOf(account.db(), period)).toMatch(/^Orders are being read: \d+ %\.$/);
    expect((await ordersProgress(account.db(), account.clock.now())).readAt).toBe(null);
    while ((await refusalOf(account.db(), period)) !== null) {
      expect((await coverageOf(account.db(), account.clock.now())).completeFrom).toBe(null);
      await stream.step();
    }
    const coverage = await coverageOf(account.db(), account.clock.now());
    expect(coverage).toMatchObject({ completeFrom: '2026-11-01', isWhole: false, of: 200 });
    expect(coverage.months[0]).toMatchObject({ month: '2026-11', isComplete: true });
    expect(coverage.months[1]).toMatchObject({ month: '2026-10', isComplete: false });
    expect(copiedMonths(account)['202611']).toEqual(accountMonths(account.server.account)['202611']);
    expect(await refusalOf(account.db(), { from: '2026-10-31', to: '2026-11-21' })).toMatch(
      /^Orders are complete from 1 November 2026; older ones: \d\d %\.$/,
    );
    expect((await ordersProgress(account.db(), account.clock.now())).progress).toMatchObject({ of: 200 });
    await readOn(stream, account);
    expect(await refusalOf(account.db(), { from: '1990-01-01', to: '2026-11-21' })).toBe(null);
  });
});
