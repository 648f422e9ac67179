import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal } from '../../../../electron/exports/writers/xlsx-cells.ts';

describe('plainDecimal', () => {
  it.each([
    [0, '0'],
    [-12.5, '-12.5'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1e-7, '0.0000001'],
    [-1.25e-7, '-0.000000125'],
    [1.5e21, '1500000000000000000000'],
    [-1e22, '-10000000000000000000000'],
  ])('writes %d as plain digits', (value, text) => {
    expect(plainDecimal(value)).toBe(text);
  });

  it('gives the same number back, and never an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text) === value).toBe(true);
      }),
      { seed: 4870, numRuns: 5_000 },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %d', (value) => {
    expect(() => plainDecimal(value)).toThrow(TypeError);
  });
});
