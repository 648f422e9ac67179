import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../electron/base/clock.ts';
import { createHandshake, isPlanFresh, RESOURCES } from '../../../../electron/platform/storekeeper/handshake.ts';
import { createPace } from '../../../../electron/platform/storekeeper/storekeeper-pace.ts';
import { createStoreKeeperSession } from '../../../../electron/platform/storekeeper/storekeeper-sign-in.ts';
import type { StandingClock } from '../../session/standing-clock.ts';
import {
  type Asked,
  errorOf,
  failed,
  listed,
  type Scripted,
  storeKeeperBefore,
  succeeded,
  USER,
} from './scripted-storekeeper.ts';

const order = (id: number, change: object = {}) => ({
  ...{ id, number: `W-${id}`, value: 12.4, value_wt: 15, discount_value: 0, discount_value_wt: 0 },
  order_items: [{ id: id * 10, quantity: 1, price: 12.4, price_wt: 15 }],
  order_taxes: [{ tax_rate_id: 55, value: '2.6000', row_total: '12.4000', row_total_wt: '15.0000' }],
  ...change,
});

/** An account in which everything that is known answers in form. */
const WHOLE: Readonly<Record<string, (asked: Asked) => Scripted>> = {
  getShopWithRelation: () => succeeded({ id: 3, name: 'Shop' }),
  listConfigurations: () => listed({ currency_iso3: 'EUR' }),
  listTaxRates: () => listed({ id: 55, value: 0.21 }),
  listTranslatedPaymentMethodForHooks: () => listed({ id: 5, title: 'Pin' }),
  listLocationsForHook: () => listed(),
  listCustomerRelations: () => listed({ id: 8 }),
  naturalSearchShopFlatProductForHooks: () => listed({ id: 501, product_id: 41 }),
  naturalSearchShopFlatProducts: () => listed({ id: 501, product_id: 41 }),
  listOrderIds: () => succeeded([900, 901]),
  getOrder: ({ params: [id] }) => succeeded(order(Number(id))),
};

async function handshakeBefore(changed: Readonly<Record<string, (asked: Asked) => Scripted>> = {}) {
  const answers = { ...WHOLE, ...changed };
  const stage = await storeKeeperBefore(
    (asked) => answers[asked.name]?.(asked) ?? failed('General', 'unknown function'),
  );
  const pace = createPace({
    clock: hurried(stage.clock),
    random: () => 0.5,
    settings: { callsPerSecond: Number.POSITIVE_INFINITY },
  });
  const session = createStoreKeeperSession({ ...stage, pace, auth: USER, credentials: null });
  return { ...stage, session, handshake: createHandshake({ session, clock: stage.clock }), answers };
}

/** What waits goes on at once, and time has passed meanwhile. */
function hurried(clock: StandingClock): Clock {
  return {
    now: clock.now,
    after(delayMs, task) {
      const immediate = setImmediate(() => {
        clock.sleep(delayMs);
        task();
      });
      return () => clearImmediate(immediate);
    },
  };
}

const ordersOf = async (changed: Readonly<Record<string, (asked: Asked) => Scripted>>) => {
  const { handshake } = await handshakeBefore(changed);
  const { orders } = (await handshake.plan()).resources;
  return { readBy: orders.readBy, reasons: orders.refused.map((one) => [one.function, one.reason]) };
};

const NO_IDS = { listOrderIds: () => failed('General', 'unknown function') };

const NO_IDS_REASON = ['listOrderIds', 'StoreKeeper refused listOrderIds: unknown function'];

describe('the plan', () => {
  it('names for each resource the first function that answers in form, and why others do not', async () => {
    const { handshake, clock } = await handshakeBefore();

    const { madeAt, resources } = await handshake.plan();

    expect(madeAt).toBe(clock.now());
    expect(Object.entries(resources).map(([resource, { readBy }]) => [resource, readBy])).toEqual([
      ['ownShop', 'getShopWithRelation'],
      ['shops', null],
      ['configuration', 'listConfigurations'],
      ['taxRates', 'listTaxRates'],
      ['paymentMethods', 'listTranslatedPaymentMethodForHooks'],
      ['locations', 'listLocationsForHook'],
      ['customers', 'listCustomerRelations'],
      ['products', 'naturalSearchShopFlatProductForHooks'],
      ['orders', 'listOrderIds'],
    ]);
    expect(Object.keys(resources)).toEqual([...RESOURCES]);
    expect(resources.shops.refused).toEqual([
      { function: 'listShops', reason: 'StoreKeeper refused listShops: unknown function', isPassing: false },
    ]);
  });

  it('goes on to the next function where one is refused or answers in another form', async () => {
    const { handshake } = await handshakeBefore({
      naturalSearchShopFlatProductForHooks: () => listed({ name: 'no ids' }),
    });

    const { products } = (await handshake.plan()).resources;

    expect(products).toEqual({
      readBy: 'naturalSearchShopFlatProducts',
      refused: [
        { function: 'naturalSearchShopFlatProductForHooks', reason: 'Its rows have another form.', isPassing: false },
      ],
    });
  });

  it.each([
    ['configuration', { listConfigurations: () => listed() }, 'It has no configuration that is the default.'],
    [
      'taxRates',
      { listTaxRates: () => succeeded('none') },
      'StoreKeeper answered listTaxRates in a form that is not known.',
    ],
    [
      'customers',
      { listCustomerRelations: () => failed('Auth') },
      'StoreKeeper refuses listCustomerRelations to this sign-in.',
    ],
  ] as const)('has nothing for %s where nothing answers', async (resource, changed, reason) => {
    const { handshake } = await handshakeBefore(changed);
    const plan = (await handshake.plan()).resources[resource];
    expect([plan.readBy, plan.refused.map((one) => one.reason)]).toEqual([null, [reason]]);
  });

  it('is kept for a day', async () => {
    const { handshake, clock, asked } = await handshakeBefore();
    const first = await handshake.plan();
    const calls = asked.length;

    clock.sleep(86_399_999);
    expect(await handshake.plan()).toBe(first);
    expect(asked).toHaveLength(calls);
    clock.sleep(1);
    expect(await handshake.plan()).not.toBe(first);
    expect(asked).toHaveLength(2 * calls);
  });

  it('is kept for 15 minutes where StoreKeeper failed inside', async () => {
    const { handshake, clock } = await handshakeBefore({ listLocationsForHook: () => failed('Internal', 'deadlock') });
    const plan = await handshake.plan();

    expect(plan.resources.locations).toMatchObject({ readBy: null, refused: [{ isPassing: true }] });
    expect(isPlanFresh(plan, clock)).toBe(true);
    clock.sleep(15 * 60_000);
    expect(isPlanFresh(plan, clock)).toBe(false);
  });

  it('has a function again at which StoreKeeper failed a few times', async () => {
    let failures = 3;
    const { handshake, namesAsked } = await handshakeBefore({
      listLocationsForHook: () => {
        failures -= 1;
        return failures < 0 ? listed() : failed('Internal', 'deadlock');
      },
    });
    expect((await handshake.plan()).resources.locations).toEqual({ readBy: 'listLocationsForHook', refused: [] });
    expect(namesAsked().filter((name) => name === 'listLocationsForHook')).toHaveLength(4);
  });

  it('stays with a function that was proven where StoreKeeper fails inside', async () => {
    let isFailing = false;
    const { handshake, clock } = await handshakeBefore({
      listLocationsForHook: () => (isFailing ? failed('Internal', 'deadlock') : listed()),
    });
    await handshake.plan();
    isFailing = true;
    clock.sleep(86_400_000);
    const plan = await handshake.plan();
    expect(plan.resources.locations).toMatchObject({ readBy: 'listLocationsForHook', refused: [{ isPassing: true }] });
    clock.sleep(15 * 60_000);
    expect(isPlanFresh(plan, clock)).toBe(false);
  });

  it('is gone on with where StoreKeeper could not be asked for a while', async () => {
    let isDown = true;
    const { handshake, session, clock, namesAsked } = await handshakeBefore({
      listCustomerRelations: () =>
        isDown ? { status: 429, headers: { 'retry-after': '600' }, body: '' } : listed({ id: 8 }),
    });
    expect(await errorOf(handshake.plan())).toMatchObject({ code: 'busy' });
    isDown = false;
    clock.sleep(14 * 60_000);
    const { resources } = await createHandshake({ session, clock }).plan();
    expect(resources.customers.readBy).toBe('listCustomerRelations');
    expect(namesAsked().filter((name) => name === 'getShopWithRelation')).toHaveLength(1);
  });

  it('of an earlier run is used while it is fresh, and forgotten when asked', async () => {
    const { handshake, session, clock, asked } = await handshakeBefore();
    const known = await handshake.plan();
    const calls = asked.length;
    const later = createHandshake({ session, clock, known });

    expect(await later.plan()).toBe(known);
    expect(asked).toHaveLength(calls);
    later.forget();
    expect(await later.plan()).not.toBe(known);
  });

  it('is made once for all who wait for it', async () => {
    const { handshake, namesAsked } = await handshakeBefore();
    await Promise.all([handshake.plan(), handshake.plan()]);
    expect(namesAsked().filter((name) => name === 'getShopWithRelation')).toHaveLength(1);
  });

  it.each<[string, Scripted, string]>([
    ['a page of maintenance', { body: '<html>' }, 'unavailable'],
    ['a wish to wait', { status: 429, headers: { 'retry-after': '9' }, body: '' }, 'busy'],
  ])('is not made of %s in every answer, which says nothing of a function', async (_name, scripted, code) => {
    const answers = Object.fromEntries([...Object.keys(WHOLE), 'listShops'].map((name) => [name, () => scripted]));
    const { handshake } = await handshakeBefore(answers);
    expect(await errorOf(handshake.plan())).toMatchObject({ code });
  });

  it('is not made of a wish to wait in one answer', async () => {
    const { handshake } = await handshakeBefore({ listTaxRates: () => ({ status: 429, body: '' }) });
    expect(await errorOf(handshake.plan())).toMatchObject({ code: 'busy' });
  });

  it('asks a function once more that failed', async () => {
    let failures = 1;
    const { handshake } = await handshakeBefore({
      listTaxRates: () => {
        failures -= 1;
        return failures < 0 ? listed({ id: 55, value: 0.21 }) : { status: 502, body: '' };
      },
    });
    expect((await handshake.plan()).resources.taxRates).toEqual({ readBy: 'listTaxRates', refused: [] });
  });

  it('is kept for 15 minutes where one function answers a page while others answer in form', async () => {
    const { handshake, clock, asked } = await handshakeBefore({
      listTaxRates: () => ({ status: 500, body: '<html>' }),
    });
    const { resources } = await handshake.plan();
    expect(resources.taxRates).toMatchObject({
      readBy: null,
      refused: [{ function: 'listTaxRates', isPassing: true }],
    });
    expect(resources.products.readBy).toBe('naturalSearchShopFlatProductForHooks');
    const before = asked.length;
    clock.sleep(15 * 60_000);
    await handshake.plan();
    expect(asked.length).toBeGreaterThan(before);
  });

  it('is not made for a session that has ended', async () => {
    const ended = () => failed('Auth');
    const { handshake } = await handshakeBefore(Object.fromEntries(Object.keys(WHOLE).map((name) => [name, ended])));
    expect(await errorOf(handshake.plan())).toMatchObject({ code: 'session_ended' });
  });
});

describe('orders', () => {
  it('are read by their ids where one of them can be read, also one after some that are gone', async () => {
    const { handshake, asked } = await handshakeBefore({
      listOrderIds: () => succeeded([1, 2, 3, 4, 5, 6]),
      getOrder: ({ params: [id] }) => (id === 5 ? succeeded(order(5)) : failed('Lookup')),
    });

    expect((await handshake.plan()).resources.orders).toEqual({ readBy: 'listOrderIds', refused: [] });
    // A month before, in the usual zone and without its offset.
    expect(asked.find(({ name }) => name === 'listOrderIds')?.params).toEqual([
      [{ name: 'date_created__>=', val: '2026-10-21 11:00:00' }],
    ]);
  });

  it('of an account without new ones are read by their ids', async () => {
    expect(await ordersOf({ listOrderIds: () => succeeded() })).toEqual({ readBy: 'listOrderIds', reasons: [] });
  });

  it('whose list is the orders themselves are read by it', async () => {
    const listOrders = () => listed(order(900), order(901, { value: '12.4000' }));
    expect(await ordersOf({ ...NO_IDS, listOrders })).toEqual({ readBy: 'listOrders', reasons: [NO_IDS_REASON] });
  });

  it.each([
    ['is refused', () => failed('General', 'no right'), 'StoreKeeper refused listOrders: no right'],
    ['is empty', () => listed(), 'It has no rows that are orders.'],
    ['has other rows', () => listed(order(900), { name: 'x' }), 'It has no rows that are orders.'],
    ['is in another order', () => listed(order(901), order(900)), 'It is not in the order of ids.'],
    ['has a row twice', () => listed(order(900), order(900)), 'It is not in the order of ids.'],
    [
      'has another amount',
      () => listed(order(900, { value_wt: 15.01 })),
      'Its rows have other amounts than the orders.',
    ],
    [
      'leaves out lines',
      () => listed(order(900, { order_items: null })),
      'Its rows have other amounts than the orders.',
    ],
    ['leaves out VAT', () => listed(order(900, { order_taxes: [] })), 'Its rows have other amounts than the orders.'],
  ])('cannot be read where the list %s', async (_name, listOrders, reason) => {
    expect(await ordersOf({ ...NO_IDS, listOrders })).toEqual({
      readBy: null,
      reasons: [NO_IDS_REASON, ['listOrders', reason]],
    });
  });

  it('cannot be read where no order can', async () => {
    const listOrders = () => listed(order(900));
    const refusal = 'StoreKeeper refused getOrder: no right';
    const gone = 'None of the orders that it names can be read.';

    expect(await ordersOf({ listOrders, getOrder: () => failed('General', 'no right') })).toEqual({
      ...{ readBy: null },
      reasons: [
        ['listOrderIds', refusal],
        ['listOrders', refusal],
      ],
    });
    expect(await ordersOf({ listOrders, getOrder: () => failed('Lookup') })).toEqual({
      ...{ readBy: null },
      reasons: [
        ['listOrderIds', gone],
        ['listOrders', gone],
      ],
    });
  });

  it('cannot be read where another order is answered than the one that was asked for', async () => {
    const { readBy, reasons } = await ordersOf({ getOrder: () => succeeded(order(1)) });
    expect([readBy, reasons[0]]).toEqual([
      null,
      ['listOrderIds', 'getOrder answers another order than it is asked for.'],
    ]);
  });
});
