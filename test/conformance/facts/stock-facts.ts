import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Platform, StockQuery } from '../../../electron/platform/platform.ts';
import type { StockRow } from '../../../shared/contract/stock.ts';
import { matchesProduct } from '../../support/search-oracle.ts';
import { GROUP, LOCATION, PRODUCT } from '../../support/shop-fixture.ts';
import { type Area, fact } from '../fact.ts';
import { UTRECHT } from '../known-shop.ts';
import { ascending, drained, filterFacts, filtersWhere, pagingFacts } from '../laws/lists.ts';

type Filters = Omit<StockQuery, 'start' | 'limit'>;

/** By hand: the group of each product with stock. */
const GROUP_OF: Readonly<Record<number, number>> = {
  [PRODUCT.cafe]: GROUP.books,
  [PRODUCT.course]: GROUP.books,
  [PRODUCT.apple]: GROUP.toys,
  [PRODUCT.lamp]: GROUP.toys,
  [PRODUCT.odd]: GROUP.neverSold,
};

const SEARCHES = ['appel', 'appel2', 'CAFÉ', 'katoen trui', '0012345678905', '%', '"', ' '];

const readAll = (platform: Platform, caller: Caller, filters: Filters = {}) =>
  drained((page) => platform.listStock(caller, { ...filters, ...page }));

const compare = ascending<StockRow>(
  (row) => row.product_id,
  (row) => row.location_id,
);

export const STOCK: Area = {
  area: 'stock',
  facts: [
    ...pagingFacts<StockRow>({
      name: 'listStock',
      read: (platform, caller, page) => platform.listStock(caller, page),
      compare,
    }),
    ...filterFacts<Filters, StockRow>({
      name: 'listStock',
      readAll: async (platform, caller, filters) => (await readAll(platform, caller, filters)).toSorted(compare),
      filters: [
        ...filtersWhere(
          'product_group_id',
          [...Object.values(GROUP), 0],
          (row: StockRow, id) => GROUP_OF[row.product_id] === id,
        ),
        ...filtersWhere('q', SEARCHES, ({ title, sku }: StockRow, q) => matchesProduct(q, sku, title)),
      ],
    }),
    fact('is positive if the filter says so, and may be negative and decimal', async ({ platform, callers }) => {
      const rows = await readAll(platform, callers.owner);
      expect(rows.filter(({ in_stock, quantity }) => in_stock !== quantity > 0)).toEqual([]);
      const quantities = rows.map(({ product_id, location_id, quantity }) => [product_id, location_id, quantity]);
      expect(quantities).toContainEqual([PRODUCT.cafe, LOCATION.amsterdam, -7]);
      expect(quantities).toContainEqual([PRODUCT.course, LOCATION.amsterdam, 2.5]);
      expect(quantities).toContainEqual([PRODUCT.apple, LOCATION.utrecht, 0]);
    }),
    fact('adds up to the stock of each product, for every caller over what they see', async ({ platform, callers }) => {
      for (const caller of [callers.owner, callers.staff, callers.beta]) {
        const stock = await readAll(platform, caller);
        const { rows: products } = await platform.searchProducts(caller, { start: 0, limit: 200 });
        for (const { id, stock: shown, sku, title } of products) {
          const own = stock.filter((row) => row.product_id === id);
          const thousandths = own.reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0);
          expect(Math.round(shown * 1000)).toBe(thousandths);
          expect(own.filter((row) => row.sku !== sku || row.title !== title)).toEqual([]);
        }
      }
    }),
    fact('of a locked caller is that of their location, and of another account none', async ({ platform, callers }) => {
      const all = await readAll(platform, callers.owner);
      const utrecht = all.filter(({ location_id }) => location_id === UTRECHT.location);
      expect(await readAll(platform, callers.staff)).toEqual(utrecht);
      expect(utrecht.length).toBeGreaterThan(0);
      const ofBeta = await readAll(platform, callers.beta);
      expect(ofBeta.map((row) => [row.product_id, row.location_id, row.quantity])).toEqual([
        [PRODUCT.beta, LOCATION.beta, 9],
      ]);
    }),
  ],
};
