import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDay } from '../../../electron/platform/demo/day.ts';
import { getWindowStartDay } from '../../../electron/platform/demo/orders/order-rows.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openAt, plainHasher, SHOPS, storeOpenedAt } from './demo-store.ts';

const NOW = '2026-11-21T13:00:00+01:00';
const now = Date.parse(NOW);

const TABLES_WITH_IDS = [
  'users',
  'locations',
  'shops',
  'turnover_groups',
  'tax_rates',
  'payment_providers',
  'products',
  'product_prices',
  'customers',
  'segments',
  'orders',
  'order_items',
  'order_payments',
] as const;
type TableWithIds = (typeof TABLES_WITH_IDS)[number];

describe('openDemoShops', () => {
  let store: Store;

  beforeAll(async () => {
    store = await storeOpenedAt(NOW);
  });
  afterAll(() => store.close());

  it('makes two accounts with their users and rights', async () => {
    const users = await store.db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .leftJoin('locations', 'locations.id', 'users.locked_location_id')
      .select(['accounts.name', 'users.email', 'users.roles', 'locations.city'])
      .orderBy('users.id')
      .execute();

    expect(users.map(({ name, email, roles, city }) => [name, email, roles, city])).toEqual([
      ['demo', 'owner@demo.example', 'owner', null],
      ['demo', 'accounts@demo.example', 'accountant', null],
      ['demo', 'utrecht@demo.example', 'staff', 'Utrecht'],
      ['demo-two', 'owner@demo-two.example', 'owner', null],
    ]);
  });

  it('makes 3 locations, 4 tills and a webshop without a location', async () => {
    const locations = await rowsOfAccount('locations', 1);
    const shops = await store.db
      .selectFrom('shops')
      .select(['id', 'type', 'location_id'])
      .where('account_id', '=', 1)
      .execute();
    expect(locations).toHaveLength(3);
    expect(shops.map(({ type }) => type).toSorted()).toEqual(['pos', 'pos', 'pos', 'pos', 'webshop']);
    expect(shops.find(({ type }) => type === 'webshop')?.location_id).toBeNull();
    const sites = [...locations.map(({ id }) => id), ...shops.map(({ id }) => id)];
    expect(new Set(sites).size).toBe(8);
  });

  it('makes a small second account: 1 location, 2 shops, a few dozen products, 2 to 3 orders a day', async () => {
    expect(await rowsOfAccount('locations', 2)).toHaveLength(1);
    expect(await rowsOfAccount('shops', 2)).toHaveLength(2);
    expect(await rowsOfAccount('products', 2)).toHaveLength(40);
    const days = (now - getDay(getWindowStartDay(now)).start) / 86_400_000;
    const orders = await rowsOfAccount('orders', 2);
    expect(Math.round(orders.length / days)).toBe(3);
  });

  it.each(TABLES_WITH_IDS)('gives no id of one account to the other in %s', async (table) => {
    const first = new Set((await rowsOfAccount(table, 1)).map(({ id }) => id));
    const second = await rowsOfAccount(table, 2);
    expect(first.size).toBeGreaterThan(0);
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter(({ id }) => first.has(id))).toEqual([]);
  });

  it('makes thirteen full months of orders up to the present', async () => {
    const { first, last, updated } = await store.db
      .selectFrom('orders')
      .select(({ fn }) => [
        fn.min<number>('date_purchased').as('first'),
        fn.max<number>('date_purchased').as('last'),
        fn.max<number>('date_updated').as('updated'),
      ])
      .executeTakeFirstOrThrow();
    expect(first).toBeGreaterThanOrEqual(getDay(getWindowStartDay(now)).start);
    expect(first).toBeLessThan(getDay(getWindowStartDay(now) + 1).start);
    expect(last).toBeGreaterThan(now - 3_600_000);
    expect(Math.max(last, updated)).toBeLessThanOrEqual(now);
  });

  it('dates no payment and no customer after the present', async () => {
    const paid = await store.db
      .selectFrom('order_payments')
      .select('date_paid as at')
      .where('date_paid', '>', now)
      .execute();
    const created = await store.db
      .selectFrom('customers')
      .select('date_created as at')
      .where('date_created', '>', now)
      .execute();
    expect([...paid, ...created]).toEqual([]);
  });

  it('pays an invoice exactly if one item of a later order pays it in full', async () => {
    const invoices = await store.db
      .selectFrom('orders as invoice')
      .leftJoin('orders as paying', 'paying.follows_order_id', 'invoice.id')
      .leftJoin('order_items as item', (join) =>
        join.onRef('item.order_id', '=', 'paying.id').on('item.type', '=', 'invoice_payment'),
      )
      .select(['invoice.is_paid', 'invoice.value_wt', 'item.value_wt as paid'])
      .where('invoice.payment_term', '=', 'invoice')
      .execute();
    expect(invoices.filter(({ is_paid }) => is_paid === 0).length).toBeGreaterThan(50);
    for (const { is_paid, value_wt, paid } of invoices) expect(paid).toBe(is_paid === 1 ? value_wt : null);
  });

  async function rowsOfAccount(table: TableWithIds, accountId: number): Promise<{ id: number }[]> {
    return store.db.selectFrom(table).select('id').where('account_id', '=', accountId).execute();
  }
});

describe('a failing openDemoShops', () => {
  it('leaves no partial account, and creates it at the next start', async () => {
    const store = await openTestStore();
    const broken = { ...plainHasher, hash: () => Promise.reject(new Error('no memory for hashing')) };
    await expect(openAt(store, NOW, { ...SHOPS, hasher: broken })).rejects.toThrow('no memory for hashing');
    for (const table of ['accounts', 'orders', 'demo_shops'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await openAt(store, NOW, SHOPS);
    expect(await store.db.selectFrom('accounts').select('name').orderBy('id').execute()).toEqual([
      { name: 'demo' },
      { name: 'demo-two' },
    ]);
    await store.close();
  }, 240_000);
});
