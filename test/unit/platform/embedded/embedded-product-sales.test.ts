import { describe, expect, it } from 'vitest';
import type { Reports } from '../../../../electron/platform/platform.ts';
import { changeProduct, removeProduct } from '../../../support/catalog-rows.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, PRODUCT } from '../../../support/shop-fixture.ts';
import { perTest } from '../../../support/test-scope.ts';

type Query = Reports['productSales']['query'];

const { cafe, apple, course } = PRODUCT;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31', start: 0, limit: 100 };
const APPLE = {
  product_id: apple,
  sku: 'APPEL',
  title: 'Appel',
  product_group_id: GROUP.toys,
  quantity: 3.5,
  value: 3.59,
  value_wt: 3.92,
  discount_value_wt: -0.1,
  cost: 1.75,
  margin: 1.84,
};

const fixture = perTest(openFixturePlatform);

describe('productSales', () => {
  const sales = (query: Partial<Query> = {}) =>
    fixture.platform.readReport(CALLER.owner, 'productSales', { ...OCTOBER, ...query });
  const products = async (query: Partial<Query>) => (await sales(query)).rows.map(({ product_id }) => product_id);

  it('has a row for each product with sales less returns, and last a row for items without a product', async () => {
    expect((await sales()).rows).toEqual([
      {
        product_id: cafe,
        sku: '0012345678905',
        title: 'Café crème; "groot"',
        product_group_id: GROUP.books,
        quantity: 24,
        value: 219,
        value_wt: 264.99,
        discount_value_wt: 13.31,
        cost: 96,
        margin: 123,
      },
      APPLE,
      expect.objectContaining({ product_id: course, quantity: 1, value: 20, cost: 0, margin: 20 }),
      {
        product_id: null,
        sku: null,
        title: 'Verzendkosten',
        product_group_id: GROUP.shipping,
        quantity: 1,
        value: 4.13,
        value_wt: 5,
        discount_value_wt: 0,
        cost: 0,
        margin: 4.13,
      },
    ]);
  });

  it('has sums over all rows, which equal the sales less the returns of the financial report', async () => {
    const { total, sums } = await sales({ limit: 1 });
    expect(total).toBe(4);
    expect(sums).toEqual({
      quantity: 29.5,
      value: 246.72,
      value_wt: 293.91,
      discount_value_wt: 13.21,
      cost: 97.75,
      margin: 148.97,
    });
    expect((await sales({ start: 99 })).sums).toEqual(sums);
  });

  it('sorts equal margin percentages by product, and rows without turnover last in both directions', async () => {
    const { db } = fixture.store;
    // A margin of 2/3 like that of an apple, with other amounts; and a course that was returned at its sale price.
    await db
      .updateTable('order_items')
      .set({ value_ex: 30_000, cost_ex: 10_000 })
      .where('product_id', '=', apple)
      .execute();
    await db
      .updateTable('order_items')
      .set({ value_ex: 90_003, cost_ex: 30_001 })
      .where('product_id', '=', cafe)
      .execute();
    await db.updateTable('order_items').set({ value_ex: 0, cost_ex: 0 }).where('product_id', '=', course).execute();
    expect(await products({ sort: 'margin_percentage' })).toEqual([cafe, apple, null, course]);
    expect(await products({ sort: '-margin_percentage' })).toEqual([null, cafe, apple, course]);
  });

  it('shows a product that was moved under its current group, and finds it by the former one', async () => {
    const moved = { product_group_id: GROUP.books, title: 'Peer' };
    await changeProduct(fixture.store.db, apple, moved);

    expect((await sales({ product_group_id: GROUP.toys })).rows).toEqual([{ ...APPLE, ...moved }]);
    expect(await products({ product_group_id: GROUP.books })).toEqual([cafe, course]);
  });

  it('shows a deleted product as it was sold', async () => {
    await removeProduct(fixture.store.db, apple);

    expect((await sales({ product_group_id: GROUP.toys })).rows).toEqual([APPLE]);
  });

  it('finds a product by its current name, and a deleted one by the name it was sold under', async () => {
    const { db } = fixture.store;
    await changeProduct(db, apple, { title: 'Peer', folded_title: 'peer' });
    expect(await products({ q: 'peer' })).toEqual([apple]);
    // Its SKU is still the one of an apple.
    await changeProduct(db, apple, { sku: 'P', folded_sku: 'p' });
    expect(await products({ q: 'appel' })).toEqual([course]);
    await removeProduct(db, apple);
    expect(await products({ q: 'Appel' })).toEqual([apple, course]);
    expect(await products({ q: 'Appel', from: '2026-03-29' })).toEqual([apple, course]);
    expect(await products({ q: 'peer' })).toEqual([]);
  });

  it('has no rows and zero sums where nothing was sold', async () => {
    expect(await sales({ from: '2026-10-02', to: '2026-10-03' })).toEqual({
      total: 0,
      rows: [],
      sums: { quantity: 0, value: 0, value_wt: 0, discount_value_wt: 0, cost: 0, margin: 0 },
    });
  });
});
