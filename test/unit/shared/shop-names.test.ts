import { describe, expect, it } from 'vitest';
import { createShopNameShortener, getCompanyName } from '../../../shared/shop-names.ts';

const CHAIN = [
  'Linde & Loof Utrecht, kassa 1',
  'Linde & Loof Utrecht, kassa 2',
  'Linde & Loof Haarlem',
  'Linde & Loof Zwolle',
  'lindeenloof.example',
];

const short = (titles: readonly string[]) => titles.map(createShopNameShortener(titles));

describe('the short names of shops', () => {
  it('omit the name of the chain, and distinguish two tills in one store', () => {
    expect(short(CHAIN)).toEqual(['Utrecht, kassa 1', 'Utrecht, kassa 2', 'Haarlem', 'Zwolle', 'lindeenloof.example']);
  });

  it('are the full names of shops that share nothing, and of a single shop', () => {
    expect(short(['Het Kluwen', 'hetkluwen.example'])).toEqual(['Het Kluwen', 'hetkluwen.example']);
    expect(short(['Linde & Loof Utrecht'])).toEqual(['Linde & Loof Utrecht']);
    expect(short([])).toEqual([]);
  });

  it('are never only a number', () => {
    expect(short(CHAIN.slice(0, 2))).toEqual(['kassa 1', 'kassa 2']);
  });

  it('end at a word boundary', () => {
    expect(short(['Bakker Haar', 'Bakker Haarlem'])).toEqual(['Haar', 'Haarlem']);
    expect(short(['Bakkerij', 'Bakkerijwinkel'])).toEqual(['Bakkerij', 'Bakkerijwinkel']);
  });

  it('are full names if two shops would otherwise have the same name, or none', () => {
    expect(short(['Bakker Utrecht', 'Bakker Haarlem', 'Utrecht'])).toEqual(['Bakker Utrecht', 'Haarlem', 'Utrecht']);
    expect(short(['Bakker ', 'Bakker A', 'Bakker B'])).toEqual(['Bakker ', 'A', 'B']);
  });

  it('are found quickly in names of thousands of words', () => {
    const words = 'woord '.repeat(30_000);
    const titles = [`Keten A ${words}`, `Keten B ${words}`];
    expect(titles.map((title) => createShopNameShortener(titles)(title).slice(0, 7))).toEqual(['A woord', 'B woord']);
  });

  it('are found for thousands of shops', () => {
    const titles = Array.from({ length: 5_000 }, (_, at) => `Keten filiaal ${at}`);
    expect(new Set(short(titles)).size).toBe(5_000);
    expect(short(titles)[4_999]).toBe('filiaal 4999');
  });

  it('do not change a name from outside the account', () => {
    expect(createShopNameShortener(CHAIN)('Elders')).toBe('Elders');
  });
});

describe('the name of a company', () => {
  it('is the common beginning of its shop names, without the separator', () => {
    expect(getCompanyName(CHAIN, 'demo')).toBe('Linde & Loof');
    expect(getCompanyName(['Linde & Loof: Utrecht', 'Linde & Loof: Zwolle'], 'demo')).toBe('Linde & Loof');
  });

  it('is the name of its only shop, or of the account if its shops share nothing', () => {
    expect(getCompanyName(['Linde & Loof Utrecht'], 'demo')).toBe('Linde & Loof Utrecht');
    expect(getCompanyName(['Het Kluwen', 'hetkluwen.example'], 'demo')).toBe('demo');
    expect(getCompanyName([], 'demo')).toBe('demo');
  });
});
