import { describe, expect, it } from 'vitest';
import { createSkuMaker, formulaLikeSku, withCheckDigit } from '../../../../electron/platform/demo/catalog.ts';
import { randomStream } from '../../../../electron/platform/demo/prng.ts';

describe('withCheckDigit', () => {
  it('gives the check digits of known codes', () => {
    expect(withCheckDigit('400638133393')).toBe('4006381333931');
    expect(withCheckDigit('03600029145')).toBe('036000291452');
  });
});

describe('createSkuMaker', () => {
  const nextSku = createSkuMaker(randomStream(1, 'skus'));
  const skus = Array.from({ length: 3_000 }, nextSku);

  it('makes none twice', () => {
    expect(new Set(skus).size).toBe(skus.length);
  });

  it('makes codes of 13 and 14 digits with a right check digit', () => {
    const codes = skus.filter((sku) => /^\d{13,14}$/.test(sku));
    expect(codes.length).toBeGreaterThan(2_000);
    for (const code of codes) expect(withCheckDigit(code.slice(0, -1))).toBe(code);
  });

  it('makes what a spreadsheet would spoil: leading zeros, points, exponents', () => {
    expect(skus.filter((sku) => /^0\d+$/.test(sku)).length).toBeGreaterThan(300);
    expect(skus.filter((sku) => /^\d+\.\d+$/.test(sku)).length).toBeGreaterThan(100);
    expect(skus.filter((sku) => /^\d+E\d+$/.test(sku)).length).toBeGreaterThan(50);
  });
});

describe('formulaLikeSku', () => {
  it.each([40, 501, 2_400])('gives a catalog of %d one SKU with each sign of a formula, far apart', (count) => {
    const skus = Array.from({ length: count }, (_, index) => formulaLikeSku(index, count));
    const places = skus.flatMap((sku, index) => (sku === undefined ? [] : [index]));
    expect(skus.flatMap((sku) => sku?.[0] ?? [])).toEqual(['=', '+', '-', '@']);
    const distances = places.slice(1).map((place, index) => place - (places[index] ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(Math.floor(count / 4));
  });
});
