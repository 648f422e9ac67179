import { describe, expect, it } from 'vitest';
import { ANONYMOUS, queryOf, runAccount, type WireList, type WireOrder } from './running-account.ts';

const IDS = 'ShopModule::listOrderIds';

const SHOP = 'ShopModule::getShopWithRelation';

const PRODUCTS = 'ShopModule::naturalSearchShopFlatProductForHooks';

describe('a fault', () => {
  it('is a refusal of a class, for some functions and callers, so many times, until it is switched back', async () => {
    const { ask, server } = await runAccount();
    const { account, user, password } = server.users[0];
    const userAuth = { account, user, rights: 'user', mode: 'password', password };
    const back = server.switches.refuse('Internal', {
      functions: ['listOrderIds'],
      callers: ['user'],
      error: 'Broken.',
    });
    expect(await ask(IDS, [], userAuth)).toMatchObject({ success: false, class: 'Internal', error: 'Broken.' });
    expect(await ask(IDS)).toMatchObject({ success: true });
    expect(await ask(SHOP, [], userAuth)).toMatchObject({ success: true });
    back();
    expect(await ask(IDS, [], userAuth)).toMatchObject({ success: true });
    server.switches.refuse('Auth', { times: 1 });
    expect(await ask(IDS)).toMatchObject({ success: false, class: 'Auth' });
    expect(await ask(IDS)).toMatchObject({ success: true });
  });

  it('is a page of HTML, an envelope or nothing under another status', async () => {
    const { post, server } = await runAccount();
    const body = JSON.stringify({ auth: server.channels[0], params: [] });
    const { switches } = server;
    switches.answerHtml({ times: 1 });
    switches.answerHtml({ times: 1, status: 502 });
    switches.refuse('Connection', { times: 1, status: 500 });
    switches.inject({ kind: 'status', status: 429, retryAfterS: 17 }, { times: 1 });
    const answers = [];
    for (let call = 0; call < 5; call += 1) {
      const response = await post(queryOf(SHOP), body);
      const retryAfter = response.headers.get('retry-after');
      answers.push([response.status, (await response.text()).slice(0, 16), retryAfter]);
    }
    expect(answers).toEqual([
      [200, '<!DOCTYPE html><', null],
      [502, '<!DOCTYPE html><', null],
      [500, '{"success":false', null],
      [429, '', '17'],
      [200, '{"success":true,', null],
    ]);
  });

  it('is a cut body, with and without the length that was promised', async () => {
    const { ask, server } = await runAccount();
    server.switches.cutBodies({ times: 2 });
    await expect(ask(IDS)).rejects.toThrow('terminated');
    await expect(ask(IDS)).rejects.toThrow(SyntaxError);
    expect(await ask(IDS)).toMatchObject({ success: true });
  });

  it('is a connection that ends', async () => {
    const { ask, server } = await runAccount();
    const back = server.switches.goOffline();
    await expect(ask(IDS)).rejects.toThrow('fetch failed');
    back();
    expect(await ask(IDS)).toMatchObject({ success: true });
  });

  it('is an answer that comes later by the clock', async () => {
    const { ask, server, clock } = await runAccount();
    server.switches.answerSlowly(4_000, { functions: [SHOP] });
    let isThere = false;
    const slow = ask(SHOP).then((envelope) => {
      isThere = true;
      return envelope;
    });
    // Calls that are not slow come and go meanwhile.
    while (server.calls.byFunction[SHOP] !== 1) await ask(IDS);
    await ask(IDS);
    clock.advance(3_999);
    await ask(IDS);
    expect(isThere).toBe(false);
    expect(server.calls.mostAtOnce).toBe(2);
    clock.advance(1);
    expect(await slow).toMatchObject({ success: true });
  });

  it('strikes a share of the calls', async () => {
    const { ask, server } = await runAccount();
    const back = server.switches.failShare(0.3);
    let failed = 0;
    for (let call = 0; call < 300; call += 1) {
      const { success } = await ask(SHOP).catch(() => ({ success: false }));
      if (!success) failed += 1;
    }
    expect(failed).toBeGreaterThan(60);
    expect(failed).toBeLessThan(120);
    back();
    expect(await ask(SHOP)).toMatchObject({ success: true });
  });
});

describe('a function', () => {
  it('is missing where it was removed, and that is no defect of the caller', async () => {
    const { ask, server } = await runAccount();
    const back = server.switches.removeFunctions('listOrderIds');
    server.switches.refuseUnknownFunctionsAs('Lookup');
    expect(await ask(IDS)).toMatchObject({ success: false, class: 'Lookup' });
    expect(server.calls.undocumented).toEqual([]);
    back();
    expect(await ask(IDS)).toMatchObject({ success: true });
  });

  it('that nobody has seen is there where it is switched on', async () => {
    const { ask, read, server } = await runAccount();
    expect(await ask('ShopModule::listShops', [0, 0, 0, 0])).toMatchObject({ success: false });
    expect(await ask('ShopModule::listOrders', [0, 5])).toMatchObject({ success: false });
    server.switches.offerFunction('listShops');
    server.switches.offerFunction('listOrders');
    expect(await read('ShopModule::listShops', [0, 0, 0, 0])).toMatchObject({ total: 3 });
    const { data } = await read<WireList<WireOrder>>('ShopModule::listOrders', [110, 50, [{ name: 'id', dir: 'asc' }]]);
    expect(data).toHaveLength(10);
    expect(data[0]).toEqual(await read('ShopModule::getOrder', [data[0]?.id]));
    server.switches.offerFunction('listOrders', { hasOtherAmounts: true });
    const other = await read<WireList<WireOrder>>('ShopModule::listOrders', [110, 1]);
    expect(other.data[0]).not.toEqual(data[0]);
  });

  it('gives pages of a maximum, or refuses longer ones', async () => {
    const { ask, read, server } = await runAccount();
    const back = server.switches.limitPages(20);
    expect(await read(PRODUCTS, [0, 0, 0, 0])).toMatchObject({ count: 20, total: expect.any(Number) });
    expect(await read(PRODUCTS, [0, 0, 5, 100])).toMatchObject({ count: 20 });
    back();
    server.switches.limitPages(20, { isRefused: true });
    expect(await ask(PRODUCTS, [0, 0, 0, 21])).toMatchObject({ success: false });
    expect(await ask(PRODUCTS, [0, 0, 0, 20])).toMatchObject({ success: true });
  });

  it('hides ids', async () => {
    const { read, server } = await runAccount();
    const [order = 0] = server.account.idsOf('quote');
    const row = server.account.products.rowIdAt(4);
    server.switches.hideOrders(order);
    server.switches.hideProductRows(row);
    expect(await read<number[]>(IDS)).not.toContain(order);
    expect(await read('ShopModule::getOrder', [order])).toMatchObject({ id: order });
    const { data, total } = await read<WireList<{ id: number }>>(PRODUCTS, [0, 0, 0, 0]);
    expect(data.map(({ id }) => id)).not.toContain(row);
    expect(total).toBe(data.length + 1);
  });

  it('gives a channel key the orders of its own shop alone', async () => {
    const { ask, read, server } = await runAccount();
    const all = await read<number[]>(IDS);
    server.switches.limitKeysToOwnShop();
    const own = await read<number[]>(IDS);
    expect(own.length).toBeLessThan(all.length);
    const foreign = all.find((id) => !own.includes(id));
    expect(await ask('ShopModule::getOrder', [foreign])).toMatchObject({ success: false, class: 'Lookup' });
  });

  it('lists no order ids without a filter, takes one on updates, and reads dates in another zone', async () => {
    const { ask, read, server } = await runAccount();
    const since = (name: string, val: string) => [[{ name, val }]];
    const unfiltered = server.switches.refuseUnfilteredOrderIds();
    expect(await ask(IDS, [[]])).toMatchObject({ success: false });
    expect(await ask(IDS, since('date_created__>=', '2024-01-01 00:00:00'))).toMatchObject({ success: true });
    unfiltered();
    server.switches.takeFilterOnUpdates();
    const updated = await read<number[]>(IDS, since('date_updated__>=', '2026-11-01 00:00:00'));
    expect(updated.length).toBeGreaterThan(0);
    // The order of 00:30 on the first is before midnight in UTC.
    const first = since('date_created__>=', '2026-11-01 00:00:00');
    const inUtc = await read<number[]>(IDS, first);
    server.switches.readFilterDatesIn('Europe/Amsterdam');
    expect(await read<number[]>(IDS, first)).toHaveLength(inUtc.length + 1);
  });
});

describe('calls', () => {
  it('are counted with their moments', async () => {
    const { ask, server, clock } = await runAccount();
    for (const wait of [0, 400, 400, 400]) {
      clock.advance(wait);
      await ask('ManagementModule::getTime', [], ANONYMOUS);
    }
    const startedAt = server.calls.moments[0] ?? 0;
    expect(server.calls.moments.map((moment) => moment - startedAt)).toEqual([0, 400, 800, 1_200]);
    expect(server.calls).toMatchObject({ total: 4, mostAtOnce: 1, writes: 0, undocumented: [] });
    expect([server.calls.mostWithin(400), server.calls.mostWithin(1_000)]).toEqual([1, 3]);
    const watched: unknown[] = [];
    const end = server.calls.watch((...call) => watched.push(call));
    await ask('ManagementModule::getTime', [], ANONYMOUS);
    end();
    await ask('ManagementModule::getTime', [], ANONYMOUS);
    expect(watched).toEqual([[5, 'ManagementModule::getTime']]);
    server.calls.reset();
    expect(server.calls).toMatchObject({ total: 0, byFunction: {} });
  });
});
