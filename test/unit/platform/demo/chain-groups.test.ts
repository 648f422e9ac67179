import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../../electron/platform/demo/model.ts';
import { LINDE_EN_LOOF, lindeEnLoofChain, scaleGroups } from '../../../../electron/platform/demo/shop-profiles.ts';

function countsOf(products: number): number[] {
  return scaleGroups(LINDE_EN_LOOF.groups, products).map(({ ranges }) =>
    ranges.reduce((sum, { count }) => sum + count, 0),
  );
}

describe('scaleGroups', () => {
  it.each([500, 2_400, 99_999, 500_000])('comes to exactly %d products', (products) => {
    expect(countsOf(products).reduce((sum, count) => sum + count, 0)).toBe(products);
  });

  it('grows every group in proportion, but shipping and services', () => {
    const [before, after] = [countsOf(2_400), countsOf(24_000)];
    expect(after.at(-1)).toBe(before.at(-1));
    const factors = after.slice(0, -1).map((count, index) => count / (before[index] ?? 1));
    expect(Math.min(...factors.slice(0, -2))).toBeGreaterThan(9);
    expect(Math.max(...factors)).toBeLessThan(11);
  });
});

describe('the catalog of a chain', () => {
  const { catalog } = makeModel(lindeEnLoofChain({ products: 20_000, orders: 100, days: 1 }), 7);
  const titles = catalog.products.map(({ title }) => title);
  const countOf = (word: string) => titles.filter((title) => title.toLowerCase().includes(word)).length;

  it('has no SKU, title or shop product id twice', () => {
    for (const column of ['sku', 'title', 'shop_product_id'] as const) {
      expect(new Set(catalog.products.map((product) => product[column])).size).toBe(20_000);
    }
  });

  it('has words that are everywhere, words that are rare, and one of a kind', () => {
    expect(countOf('zee')).toBeGreaterThan(2_000);
    expect(countOf('elzenrust')).toBeGreaterThan(10);
    expect(countOf('elzenrust')).toBeLessThan(100);
    expect(countOf('wasknijpers')).toBe(1);
  });
});
