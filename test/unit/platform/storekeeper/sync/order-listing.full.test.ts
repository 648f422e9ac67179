import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../../../electron/platform/platform-error.ts';
import { StoreKeeperRefusal } from '../../../../../electron/platform/storekeeper/storekeeper-client.ts';
import { where } from '../../../../../electron/platform/storekeeper/storekeeper-functions.ts';
import { createCheckStream, lastCheck } from '../../../../../electron/platform/storekeeper/sync/check-stream.ts';
import { coverageOf } from '../../../../../electron/platform/storekeeper/sync/coverage.ts';
import { nameInParts, readListing } from '../../../../../electron/platform/storekeeper/sync/order-listing.ts';
import { createOrdersStream, makeOrdersDue } from '../../../../../electron/platform/storekeeper/sync/orders-stream.ts';
import type { SyncContext } from '../../../../../electron/platform/storekeeper/sync/stream.ts';
import { openAccount, openScripted, pageOf, readOn, readOnInSpite } from './account-rig.ts';
import {
  callsOf,
  copyWhole,
  copyWholeButOrders,
  expectSumsOf,
  orderRow,
  passTime,
  readOrdersOn,
  rowsOfOrders,
} from './orders-rig.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('a list of all ids', () => {
  it('is not believed where it lacks an order that a month has', async () => {
    const scripted = await openScripted((name, request) => {
      const { id, filters = [] } = request as unknown as { id: number; filters?: readonly { val: string }[] };
      if (name === 'listOrderIds')
        return filters.length === 0 ? [50] : [20, 50, ...((filters[0]?.val ?? '') < '2025' ? [3] : [])];
      const order = { status: 'complete', is_paid: true, date_purchased: '2026-11-20 10:00:00+01:00', shop_id: 1 };
      return { ...order, id, number: `N${id}` };
    });
    await readOn(createOrdersStream(scripted.context()), scripted);
    expect(scripted.rows('select id from orders')).toEqual([{ id: 3 }, { id: 20 }, { id: 50 }]);
  });

  /** An account of 14 months, whose lists by `isOfList` answer only what `shorten` leaves of them. */
  async function openShortened(
    shorten: (ids: readonly number[]) => readonly number[],
    isOfList: (filter: string | undefined) => boolean = (filter) => filter === undefined,
  ) {
    const account = await openAccount({ products: 20, orders: 100, months: 14 });
    const { session } = await account.context();
    const context = await account.context({
      session: {
        async call(name, args, paced) {
          const answer = await session.call(name, args, paced);
          if (name !== 'listOrderIds') return answer;
          const [filter] = (args as { filters: readonly { val: string }[] }).filters;
          return (isOfList(filter?.val) ? shorten(answer as readonly number[]) : answer) as typeof answer;
        },
      },
    });
    await copyWholeButOrders(account);
    return { account, context };
  }

  const isOfAll = (filter: string | undefined) => filter === undefined || filter < '2010';

  it.each([
    ['is empty', () => [], undefined],
    ['is empty with a filter that leaves nothing out as well', () => [], isOfAll],
    ['has the latest orders alone', (ids: readonly number[]) => ids.slice(-5), undefined],
    ['has the earliest orders alone', (ids: readonly number[]) => ids.slice(0, 5), undefined],
    ['has the latest orders alone, with such a filter as well', (ids: readonly number[]) => ids.slice(-5), isOfAll],
  ] as const)('does not end the reading where it %s', async (_name, shorten, isOfList) => {
    const { account, context } = await openShortened(shorten, isOfList);
    await readOn(createOrdersStream(context), account);
    expect(await coverageOf(account.db(), account.clock.now())).toMatchObject({ isWhole: true, done: 100, of: 100 });
    await expectSumsOf(account);
  });

  it.each([false, true])('does not end the reading where it is cut off at a month, killed: %s', async (isKilled) => {
    let ofMonth: readonly number[] = [];
    const { account, context } = await openShortened(() => (isKilled ? ofMonth.slice(-2) : ofMonth));
    const filters = [where('date_created', '>=', '2026-10-30 00:00:00')];
    ofMonth = await account.session.call('listOrderIds', { filters });
    expect(ofMonth.length).toBeGreaterThan(2);
    const stream = createOrdersStream(context);
    await stream.step();
    // The names are written, and how far reading has got is not.
    if (isKilled) await nameInParts(account.db(), ofMonth, 'in_turn');
    await readOn(stream, account);
    expect(await coverageOf(account.db(), account.clock.now())).toMatchObject({ isWhole: true, done: 100 });
  });

  it('is asked for again where a month has an order that is new', async () => {
    const account = await openAccount({ products: 20, orders: 60, months: 3 });
    await copyWholeButOrders(account);
    const stream = createOrdersStream(await account.context());
    await stream.step();
    account.server.account.sellOrder();
    await stream.step();
    expect(await readListing(account.db())).toMatchObject({ allAskedAt: null, isWindowListed: true });
    await stream.step();
    expect((await readListing(account.db())).allTop).not.toBe(null);
    await readOn(stream, account);
    expect(await coverageOf(account.db(), account.clock.now())).toMatchObject({ isWhole: true, done: 61 });
    expect(callsOf(account, 'listOrderIds')).toBeLessThan(15);
  });

  it('needs no other list where that one is refused and nothing was sold for 24 months', async () => {
    const account = await openAccount({ products: 20, orders: 60, months: 3 });
    await copyWholeButOrders(account);
    let isAsked = false;
    const session: SyncContext['session'] = {
      async call(name, args, paced) {
        const [filter] = (args as { filters?: readonly { val: string }[] }).filters ?? [];
        if (name === 'listOrderIds' && filter !== undefined && isOfAll(filter.val)) {
          isAsked = true;
          throw new PlatformError('unavailable', 'StoreKeeper failed inside.');
        }
        return account.session.call(name, args, paced);
      },
    };
    await readOnInSpite(createOrdersStream(await account.context({ session })), account.clock);
    expect(isAsked).toBe(true);
    expect(await coverageOf(account.db(), account.clock.now())).toMatchObject({ isWhole: true, done: 60 });
    expect(callsOf(account, 'listOrderIds')).toBeGreaterThan(24);
  });
});

describe('the question for changed orders', () => {
  it('is not asked again for hours where StoreKeeper fails at it, and new orders are read meanwhile', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWholeButOrders(account);
    let asked = 0;
    const session: SyncContext['session'] = {
      async call(name, args, paced) {
        const [filter] = (args as { filters?: readonly { name: string }[] }).filters ?? [];
        if (name !== 'listOrderIds' || !filter?.name.startsWith('date_updated')) {
          return account.session.call(name, args, paced);
        }
        asked += 1;
        throw new PlatformError('unavailable', 'StoreKeeper failed inside.');
      },
    };
    const stream = createOrdersStream(await account.context({ session }));
    await expect(readOn(stream, account)).rejects.toThrow('StoreKeeper failed inside.');
    const sold = account.server.account.sellOrder();
    for (let minutes = 0; minutes < 30; minutes += 1) {
      account.clock.advance(MINUTE_MS);
      await readOn(stream, account);
    }
    expect(asked).toBe(1);
    expect(orderRow(account, sold)).toBeDefined();
    account.clock.advance(6 * HOUR_MS);
    await expect(readOn(stream, account)).rejects.toThrow('StoreKeeper failed inside.');
    expect(asked).toBe(2);
  });
});

describe('an id that cannot be read', () => {
  it('is noted until all of them can be', async () => {
    let unreadable = 2;
    const scripted = await openScripted((name, request) => {
      if (name === 'listOrderIds') return Object.assign([1], { unreadable });
      return { ...(request as object), status: 'complete', date_purchased: '2026-11-20 10:00:00+01:00', shop_id: 1 };
    });
    const notes = () => scripted.rows(`select record, detail from sk_notes where kind = 'record_unreadable'`);
    await readOn(createOrdersStream(scripted.context()), scripted);
    expect(notes()).toEqual([{ record: 'list:orders', detail: '{"given":"2"}' }]);
    unreadable = 0;
    await readOn(createCheckStream(scripted.context()), scripted);
    expect(notes()).toEqual([]);
  });
});

describe('a list of orders that answers the same page again', () => {
  it('ends the reading with a failure, and the check without its ids', async () => {
    let isEndless = true;
    const rows = [1, 2, 3].map((id) => {
      const order = { status: 'complete', is_paid: true, date_purchased: '2026-11-20 10:00:00+01:00', shop_id: 1 };
      return { ...order, id, number: `N${id}` };
    });
    const scripted = await openScripted((_, request) =>
      isEndless ? { rows, total: 10 ** 12 } : pageOf(rows, request),
    );
    const { plan } = scripted.context();
    const resources = { ...plan.resources, orders: { readBy: 'listOrders' as const, refused: [] } };
    const context = scripted.context({ plan: { ...plan, resources } });
    const stream = createOrdersStream(context);
    await expect(readOn(stream, scripted, 20)).rejects.toThrow('StoreKeeper answers the same orders on every page.');
    expect((await readListing(scripted.db())).isWhole).toBe(false);
    isEndless = false;
    await readOn(stream, scripted, 20);
    expect((await readListing(scripted.db())).isWhole).toBe(true);
    isEndless = true;
    scripted.clock.advance(MINUTE_MS);
    await expect(readOn(stream, scripted, 20)).rejects.toThrow('StoreKeeper answers the same orders on every page.');
    await readOn(createCheckStream(context), scripted, 20);
    expect(scripted.rows('select id from orders')).toHaveLength(3);
    expect(await lastCheck(scripted.db())).toMatchObject({ missing: 0, removed: 0 });
  });
});

describe('an order that StoreKeeper does not find', () => {
  it('removes an order, and what came back of it, once it could not be found twice', async () => {
    const account = await openAccount({ orders: 97, months: 2 });
    await copyWhole(account);
    const [refunded] = account.rows('select follows_order_id as id from orders where follows_order_id is not null');
    const id = Number(refunded?.id);
    account.server.account.deleteOrder(id);
    await makeOrdersDue(account.db());
    await readOrdersOn(account);
    expect(account.rows(`select state from sk_orders where order_id = ${id}`)).toEqual([{ state: 'gone' }]);
    expect(orderRow(account, id)).toBeDefined();
    await passTime(account, 6 * MINUTE_MS);
    expect(account.rows(`select id from orders where id = ${id} or follows_order_id = ${id}`)).toEqual([]);
    expect(account.rows(`select is_deleted from order_changes where order_id = ${id}`)).toEqual([{ is_deleted: 1 }]);
    expect(account.rows(`select kind from sk_notes where owner = 'order:${id}'`)).toEqual([]);
    await expectSumsOf(account);
    // It is not wanted again for as long as lists do not name it.
    const calls = callsOf(account, 'getOrder');
    await passTime(account, 3 * MINUTE_MS);
    expect(callsOf(account, 'getOrder') - calls).toBeLessThan(20);
  });

  it('removes no order that lists still name, and notes what StoreKeeper says of it', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const id = Number(account.rows('select max(id) as id from orders where follows_order_id is null')[0]?.id);
    const before = rowsOfOrders(account);
    const context = await account.context();
    let isHidden = true;
    const session: SyncContext['session'] = {
      async call(name, args, paced) {
        const isOfOrder = name === 'getOrder' && (args as { id: number }).id === id;
        if (isHidden && isOfOrder) throw new StoreKeeperRefusal('rejected', 'It is not visible.', 'Lookup');
        return account.session.call(name, args, paced);
      },
    };
    const stream = createOrdersStream({ ...context, session });
    await makeOrdersDue(account.db());
    for (let times = 0; times < 40; times += 1) {
      await readOn(stream, account);
      account.clock.advance(6 * MINUTE_MS);
    }
    expect(rowsOfOrders(account)).toEqual(before);
    const notes = () => account.rows(`select record, detail from sk_notes where kind = 'order_not_answered'`);
    expect(notes()).toEqual([{ record: `order:${id}`, detail: '{"given":"It is not visible."}' }]);
    expect(account.rows(`select state, failures from sk_orders where order_id = ${id}`)).toEqual([
      { state: 'read', failures: 2 },
    ]);
    isHidden = false;
    account.clock.advance(DAY_MS);
    await readOn(stream, account);
    expect(notes()).toEqual([]);
  });

  it('removes no order because of a list that lacks a large part of them', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const id = Number(account.rows('select max(id) as id from orders where follows_order_id is null')[0]?.id);
    account.server.account.deleteOrder(id);
    account.server.switches.hideOrders(...[...account.server.account.orderIds()].slice(0, 40));
    await makeOrdersDue(account.db());
    await readOrdersOn(account);
    await passTime(account, 12 * MINUTE_MS, 6 * MINUTE_MS);
    expect(orderRow(account, id)).toBeDefined();
  });

  it('is refused where StoreKeeper finds none of several orders, and removes none of them', async () => {
    const account = await openAccount({ orders: 60, months: 2 });
    await copyWhole(account);
    const before = rowsOfOrders(account);
    account.server.switches.refuse('Lookup', { functions: ['getOrder'], error: 'The record is not visible.' });
    await makeOrdersDue(account.db());
    const stream = createOrdersStream(await account.context());
    await expect(readOn(stream, account)).rejects.toThrow('The record is not visible.');
    for (let times = 0; times < 30; times += 1) {
      account.clock.advance(6 * MINUTE_MS);
      await readOn(stream, account).catch(() => undefined);
    }
    expect(rowsOfOrders(account)).toEqual(before);
    expect(await coverageOf(account.db(), account.clock.now())).toMatchObject({ done: 60 });
  });
});
