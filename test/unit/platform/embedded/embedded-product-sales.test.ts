import { describe, expect, it } from 'vitest';
import type { Reports } from '../../../../electron/platform/platform.ts';
import { changeProduct, removeProduct } from '../../../support/catalog-rows.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, PRODUCT } from '../../../support/shop-fixture.ts';
import { openPerTest } from '../../../support/test-scope.ts';

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

const fixture = openPerTest(openFixturePlatform);

describe('productSales', () => {
  const sales = (query: Partial<Query> = {}) =>
    fixture.platform.readReport(CALLER.owner, 'productSales', { ...OCTOBER, ...query });
  const products = async (query: Partial<Query>) => (await sales(query)).rows.map(({ product_id }) => product_id);

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
});
