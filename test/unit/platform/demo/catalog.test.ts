import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../electron/platform/demo/model.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../../../../electron/platform/demo/shop-profiles.ts';

const { catalog, groups, rates } = createModel(LINDE_EN_LOOF, 1);
const { products, prices, stock } = catalog;
const saleRows = prices.filter((price) => price.product_price_type_id === 1);
const valueOfRate = new Map(rates.map((rate) => [rate.id, rate.value_hundredths]));

function countOf<Row>(rows: readonly Row[], test: (row: Row) => boolean): number {
  return rows.filter(test).length;
}

/** Check digit by GS1: from the left the digits weigh 1 and 3 in turn, and the sum ends in 0. */
function isEan13(code: string): boolean {
  const sum = [...code].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(code) && sum % 10 === 0;
}

describe('makeCatalog', () => {
  it('makes 2,400 products in 14 groups with ledger codes of four digits', () => {
    expect(products).toHaveLength(2_400);
    expect(groups.map(({ code }) => code)).toEqual(
      Array.from({ length: 14 }, (_, index) => String(8_000 + 10 * index)),
    );
    expect(new Set(products.map((product) => product.product_group_id)).size).toBe(14);
  });

  it('never repeats an SKU, a title or a shop product id', () => {
    for (const column of ['sku', 'title', 'shop_product_id'] as const) {
      expect(new Set(products.map((product) => product[column])).size).toBe(products.length);
    }
  });

  it('gives most goods a different valid EAN-13 as barcode, and some products none', () => {
    const barcodes = products.flatMap(({ barcode }) => barcode ?? []);
    expect(barcodes.length / products.length).toBeGreaterThan(0.8);
    expect(barcodes.length / products.length).toBeLessThan(0.95);
    expect(new Set(barcodes).size).toBe(barcodes.length);
    expect(barcodes.filter((code) => !isEan13(code))).toEqual([]);
    const [one = ''] = barcodes;
    expect(isEan13(`${one.slice(0, 12)}${(Number(one[12]) + 1) % 10}`)).toBe(false);
  });

  it('folds SKU and title like the search', () => {
    expect(products.find(({ title }) => title.startsWith('Çay'))?.folded_title).toBe('cay-glaasjes; set van 6');
  });

  it.each(['=', '-', '@', '+', '"', "'", '%', '/'])('has titles with %s', (sign) => {
    expect(products.some(({ title }) => title.includes(sign))).toBe(true);
  });

  it('begins every title with a letter, so that a list by title starts with goods and not with symbols', () => {
    expect(products.filter(({ title }) => !/^\p{L}/u.test(title))).toEqual([]);
  });

  it.each(['=', '-', '@', '+'])('has SKUs that begin with %s in both chains', (sign) => {
    for (const profile of [LINDE_EN_LOOF, HET_KLUWEN]) {
      const skus = createModel(profile, 1).catalog.products.map(({ sku }) => sku);
      expect(skus.some((sku) => sku.startsWith(sign))).toBe(true);
    }
  });

  it('has titles with accents, quotes and semicolons', () => {
    for (const sign of ['é', '"', ';']) {
      expect(countOf(products, ({ title }) => title.includes(sign))).toBeGreaterThan(100);
    }
  });

  it('creates 3% of the products without a row of type 1', () => {
    const priced = new Set(saleRows.map((price) => price.product_id));
    expect(products.length - priced.size).toBe(72);
    const otherRows = prices.filter((price) => !priced.has(price.product_id));
    expect(new Set(otherRows.map((price) => price.product_price_type_id))).toEqual(new Set([2]));
    expect(catalog.sellable.every(({ row }) => priced.has(row.id))).toBe(true);
  });

  it('has rows of types 1, 2 and 3, and tiers', () => {
    expect(new Set(prices.map((price) => price.product_price_type_id))).toEqual(new Set([1, 2, 3]));
    const thresholds = new Set(saleRows.map((price) => price.from_qty));
    expect(thresholds).toEqual(new Set([null, 10_000, 25_000, 50_000, 100_000]));
  });

  it('has a few products with two sale prices that have no threshold', () => {
    const plain = saleRows.filter((price) => price.from_qty === null);
    const doubled = plain.length - new Set(plain.map((price) => price.product_id)).size;
    expect(doubled).toBeGreaterThan(2);
    expect(doubled).toBeLessThan(30);
  });

  it('has prices without and with VAT, which usually but not always agree with the rate', () => {
    const isAsRate = (price: (typeof prices)[number]) => {
      const rate = valueOfRate.get(price.tax_rate_id) ?? 0;
      return Math.abs((price.ppu * (10_000 + rate)) / 10_000 - price.ppu_wt) < 75;
    };
    const off = countOf(saleRows, (price) => !isAsRate(price));
    expect(off).toBeGreaterThan(20);
    expect(off).toBeLessThan(saleRows.length * 0.05);
    expect(saleRows).toContainEqual(expect.objectContaining({ ppu: 16_100, ppu_wt: 19_400 }));
  });

  it('has unit prices with four decimals', () => {
    expect(countOf(saleRows, ({ ppu }) => ppu % 100 !== 0)).toBeGreaterThan(50);
    expect(countOf(saleRows, ({ ppu_wt }) => ppu_wt % 100 !== 0)).toBeGreaterThan(5);
  });

  it('has mostly products at 21%, some at 9%, and a few at 0% or exempt', () => {
    const shareOf = (alias: string) => {
      const id = rates.find((rate) => rate.alias === alias)?.id;
      return countOf(saleRows, (price) => price.tax_rate_id === id) / saleRows.length;
    };
    expect(shareOf('nl_standard')).toBeGreaterThan(0.7);
    expect(shareOf('nl_reduced')).toBeGreaterThan(0.15);
    expect(shareOf('nl_zero')).toBeGreaterThan(0);
    expect(shareOf('nl_exempt')).toBeGreaterThan(0);
  });

  it('has negative, missing, positive and fractional stock', () => {
    const quantities = stock.map(({ quantity }) => quantity);
    expect(quantities.some((quantity) => quantity < 0)).toBe(true);
    expect(quantities.some((quantity) => quantity === 0)).toBe(true);
    expect(quantities.some((quantity) => quantity % 1_000 !== 0)).toBe(true);
    expect(countOf(quantities, (quantity) => quantity > 0)).toBeGreaterThan(quantities.length * 0.6);
  });

  it('depends on its seed only', () => {
    expect(createModel(HET_KLUWEN, 1).catalog).toEqual(createModel(HET_KLUWEN, 1).catalog);
    expect(createModel(HET_KLUWEN, 2).catalog).not.toEqual(createModel(HET_KLUWEN, 1).catalog);
  });
});
