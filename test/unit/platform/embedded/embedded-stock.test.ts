import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import type { StockQuery } from '../../../../electron/platform/platform.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { CALLER, GROUP, LOCATION, PRODUCT } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';

const { cafe, apple, course, odd } = PRODUCT;
const { utrecht, amsterdam } = LOCATION;

const { platform } = await perFile(openFixturePlatform);

describe('listStock', () => {
  const stock = (query: Partial<StockQuery> = {}, caller: Caller = CALLER.owner) =>
    platform.listStock(caller, { start: 0, limit: 100, ...query });
  const found = async (query: Partial<StockQuery>, caller?: Caller) =>
    (await stock(query, caller)).rows.map(({ product_id, location_id }) => [product_id, location_id]);

  it('gives a row per product and location, by product and location', async () => {
    const coffee = { product_id: cafe, sku: '0012345678905', title: 'Café crème; "groot"' };
    const lesson = { product_id: course, sku: 'CURSUS', title: 'Appeltaart bakken, cursus' };
    expect(await stock()).toEqual({
      total: 5,
      rows: [
        { ...coffee, location_id: utrecht, quantity: 5, in_stock: true },
        { ...coffee, location_id: amsterdam, quantity: -7, in_stock: false },
        { product_id: apple, sku: 'APPEL', title: 'Appel', location_id: utrecht, quantity: 0, in_stock: false },
        { ...lesson, location_id: amsterdam, quantity: 2.5, in_stock: true },
        expect.objectContaining({ product_id: odd, location_id: utrecht, quantity: 1, in_stock: true }),
      ],
    });
  });

  it('matches words as the search of products does, but keeps its order', async () => {
    expect(await found({ q: 'APPEL' })).toEqual([
      [apple, utrecht],
      [course, amsterdam],
      [odd, utrecht],
    ]);
    expect(await found({ q: 'creme 00123' })).toHaveLength(2);
    expect(await stock({ q: 'appel creme' })).toEqual({ total: 0, rows: [] });
  });

  it('filters by turnover group', async () => {
    expect(await found({ product_group_id: GROUP.toys })).toEqual([[apple, utrecht]]);
    expect(await found({ product_group_id: GROUP.beta })).toEqual([]);
  });

  it('is read page by page', async () => {
    const page = await stock({ start: 1, limit: 2 });
    expect(page.total).toBe(5);
    expect(page.rows.map(({ quantity }) => quantity)).toEqual([-7, 0]);
    expect(await stock({ start: 9 })).toEqual({ total: 5, rows: [] });
  });

  it('shows the locked location and the own account alone', async () => {
    expect(await found({}, CALLER.staff)).toEqual([
      [cafe, utrecht],
      [apple, utrecht],
      [odd, utrecht],
    ]);
    expect(await found({}, CALLER.beta)).toEqual([[PRODUCT.beta, LOCATION.beta]]);
  });
});
