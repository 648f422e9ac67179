import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { rebuildTotals } from '../../../electron/store/totals/repair-totals.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, CUSTOMER, LOCATION, ORDER, PRODUCT, PROVIDER, SHOP } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { differencesIn } from './differences-in.ts';

const DAY = { account_id: ACCOUNT.alpha, shop_id: SHOP.utrecht1, day: 20261005 };
const { day: _, ...PLACE } = DAY;
const MONTH = { ...PLACE, month: 202610 };
const BOOK = {
  payment_term: 'direct',
  is_paid: 1,
  type: 'product',
  product_group_id: 102,
  tax_rate_id: 201,
  is_return: 0,
};
const CAFE = { ...MONTH, product_id: PRODUCT.cafe, location_id: LOCATION.utrecht, product_group_id: 102 };
const CUSTOMER_AT_SHOP = { account_id: ACCOUNT.alpha, customer_id: CUSTOMER.zon, location_id: LOCATION.utrecht };
const SUMS = ['value_ex', 'value_wt', 'cost_ex'] as const;
const PRODUCT_SUMS = ['items', 'quantity', 'value_ex', 'value_wt', 'discount_wt', 'cost_ex'];

const store = openPerTest(async () => (await openFixturePlatform()).store);

describe('verifyTotals', () => {
  const raise = (table: string, column: string, condition: string) =>
    sql.raw(`update ${table} set ${column} = ${column} + 1 where ${condition}`).execute(store.db);
  const only = (key: object) =>
    Object.entries(key)
      .map(([column, value]) => `${column} = '${value}'`)
      .join(' and ');

  it('finds nothing in a store that was written by the program', async () => {
    expect(await differencesIn(store.db)).toEqual([]);
  });

  it.each(SUMS)('names the one total of items whose %s was changed by 1', async (column) => {
    const key = { ...DAY, ...BOOK };
    await raise('item_totals_by_day', column, only(key));
    const [found, ...others] = await differencesIn(store.db);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ table: 'item_totals_by_day', key, column });
    expect((found?.stored ?? 0) - (found?.expected ?? 0)).toBe(1);
  });

  it.each([
    ['item_totals_by_month', 'items', { ...MONTH, ...BOOK }],
    ['payment_totals_by_day', 'amount', { ...DAY, provider_id: PROVIDER.pin }],
    ['payment_totals_by_month', 'payments', { ...MONTH, provider_id: PROVIDER.pin }],
    ['order_totals_by_day', 'returns', { ...DAY, status: 'complete', payment_term: 'direct', is_paid: 1 }],
    ['order_totals_by_month', 'discount_wt', { ...MONTH, status: 'cancelled', payment_term: 'direct', is_paid: 0 }],
    ['product_totals_by_month', 'value_wt', CAFE],
    ['customer_totals', 'orders', CUSTOMER_AT_SHOP],
  ])('names a change in %s', async (table, column, key) => {
    await raise(table, column, only(key));
    const found = await differencesIn(store.db);
    expect(found.map((difference) => [difference.table, difference.column, difference.key])).toEqual([
      [table, column, key],
    ]);
  });

  it.each(SUMS)('names day, month and product of the item whose %s was changed by 1', async (column) => {
    await raise('order_items', column, `id = ${ORDER.saleWithTip * 10}`);
    const found = await differencesIn(store.db);
    expect(found.map(({ table, key }) => [table, key])).toEqual([
      ['item_totals_by_day', { ...DAY, ...BOOK }],
      ['item_totals_by_month', { ...MONTH, ...BOOK }],
      ['product_totals_by_month', CAFE],
    ]);
    for (const difference of found) {
      expect(difference.column).toBe(column);
      expect((difference.expected ?? 0) - (difference.stored ?? 0)).toBe(1);
    }
  });

  it.each(['quantity', 'discount_wt'])('names the product of the item whose %s was changed by 1', async (column) => {
    await raise('order_items', column, `id = ${ORDER.saleWithTip * 10}`);
    const found = await differencesIn(store.db);
    expect(found.map(({ table, key }) => [table, key])).toEqual([['product_totals_by_month', CAFE]]);
  });

  it('names the customer whose order was changed by 1', async () => {
    await raise('order_items', 'value_wt', `order_id = ${ORDER.unpaidInvoice}`);
    const found = await differencesIn(store.db);
    expect(found.filter(({ table }) => table === 'customer_totals')).toEqual([
      {
        table: 'customer_totals',
        key: CUSTOMER_AT_SHOP,
        column: 'turnover_wt',
        stored: 1_089_000,
        expected: 1_089_001,
      },
    ]);
  });

  it('names the payment that was changed by 1', async () => {
    await raise('order_payments', 'amount', `order_id = ${ORDER.saleWithTip}`);
    const found = await differencesIn(store.db);
    expect(found.map(({ table, column }) => [table, column])).toEqual([
      ['payment_totals_by_day', 'amount'],
      ['payment_totals_by_month', 'amount'],
    ]);
  });

  it('names every sum of a total that is missing or has no orders', async () => {
    const condition = only({ ...DAY, ...BOOK });
    await sql`update item_totals_by_day set day = 20200101 where ${sql.raw(condition)}`.execute(store.db);
    const found = await differencesIn(store.db);
    const ofDay = (day: number) => found.filter(({ key }) => key.day === day);
    expect(ofDay(20200101).map(({ column, expected }) => [column, expected])).toEqual(
      ['items', ...SUMS].map((column) => [column, null]),
    );
    expect(ofDay(DAY.day).map(({ column, stored }) => [column, stored])).toEqual(
      ['items', ...SUMS].map((column) => [column, null]),
    );
    expect(found).toHaveLength(8);
  });

  it('names every sum of a product and a customer that is missing or has no orders', async () => {
    await sql`update product_totals_by_month set product_id = 9 where ${sql.raw(only(CAFE))}`.execute(store.db);
    await sql`update customer_totals set customer_id = 9 where ${sql.raw(only(CUSTOMER_AT_SHOP))}`.execute(store.db);
    const found = await differencesIn(store.db);
    const columnsOf = (key: object, side: 'stored' | 'expected') =>
      found
        .filter((difference) => difference[side] === null && isDeepStrictEqual(difference.key, key))
        .map(({ column }) => column);
    expect(columnsOf(CAFE, 'stored')).toEqual(PRODUCT_SUMS);
    expect(columnsOf({ ...CAFE, product_id: 9 }, 'expected')).toEqual(PRODUCT_SUMS);
    expect(columnsOf(CUSTOMER_AT_SHOP, 'stored')).toEqual(['orders', 'turnover_wt']);
    expect(columnsOf({ ...CUSTOMER_AT_SHOP, customer_id: 9 }, 'expected')).toEqual(['orders', 'turnover_wt']);
    expect(found).toHaveLength(16);
  });

  it('names the order whose local day is not the day of its purchase', async () => {
    await raise('orders', 'local_day', `id = ${ORDER.lastSecondOfClockChange}`);
    expect(await differencesIn(store.db)).toEqual([
      {
        table: 'orders',
        key: { account_id: ACCOUNT.alpha, id: ORDER.lastSecondOfClockChange },
        column: 'local_day',
        stored: 20261026,
        expected: 20261025,
      },
    ]);
  });

  it('finds nothing after the totals were rebuilt', async () => {
    await raise('orders', 'local_day', '1 = 1');
    await raise('orders', 'value_wt', `id = ${ORDER.saleWithTip}`);
    await raise('order_payments', 'amount', '1 = 1');
    await sql`update item_totals_by_day set day = day - 50000`.execute(store.db);
    await sql`update item_totals_by_month set shop_id = shop_id + 900`.execute(store.db);
    await sql`update payment_totals_by_month set month = 202613 where month = 202603`.execute(store.db);
    await sql`delete from order_totals_by_day`.execute(store.db);
    await sql`update product_totals_by_month set month = 202613 where month = 202603`.execute(store.db);
    await sql`update customer_totals set customer_id = customer_id - 900`.execute(store.db);
    expect(await differencesIn(store.db)).not.toEqual([]);

    await rebuildTotals(store.db);
    expect(await differencesIn(store.db)).toEqual([]);
  });

  it('rebuilds the totals as they were stored', async () => {
    const tables = [
      'item_totals_by_day',
      'item_totals_by_month',
      'payment_totals_by_day',
      'order_totals_by_month',
      'product_totals_by_month',
      'customer_totals',
    ] as const;
    const rowsOf = async () => {
      const all: string[][] = [];
      for (const table of tables) {
        const rows = await store.db.selectFrom(table).selectAll().execute();
        all.push(rows.map((row) => JSON.stringify(row)).sort());
      }
      return all;
    };
    const before = await rowsOf();
    await rebuildTotals(store.db);
    expect(await rowsOf()).toEqual(before);
  });
});
