import { describe, expect, it } from 'vitest';
import { companyName, shortShopNames } from '../../../shared/shop-names.ts';

const CHAIN = [
  'Linde & Loof Utrecht, kassa 1',
  'Linde & Loof Utrecht, kassa 2',
  'Linde & Loof Haarlem',
  'Linde & Loof Zwolle',
  'lindeenloof.example',
];

const short = (titles: readonly string[]) => titles.map(shortShopNames(titles));

describe('the short names of shops', () => {
  it('leave out the name of the chain, and tell two tills of one store apart', () => {
    expect(short(CHAIN)).toEqual(['Utrecht, kassa 1', 'Utrecht, kassa 2', 'Haarlem', 'Zwolle', 'lindeenloof.example']);
  });

  it('are the whole names of shops that share nothing, or are alone', () => {
    expect(short(['Het Kluwen', 'hetkluwen.example'])).toEqual(['Het Kluwen', 'hetkluwen.example']);
    expect(short(['Linde & Loof Utrecht'])).toEqual(['Linde & Loof Utrecht']);
    expect(short([])).toEqual([]);
  });

  it('are never a number alone', () => {
    expect(short(CHAIN.slice(0, 2))).toEqual(['kassa 1', 'kassa 2']);
  });

  it('end at a word', () => {
    expect(short(['Bakker Haar', 'Bakker Haarlem'])).toEqual(['Haar', 'Haarlem']);
    expect(short(['Bakkerij', 'Bakkerijwinkel'])).toEqual(['Bakkerij', 'Bakkerijwinkel']);
  });

  it('are whole where two shops would have the same, or none', () => {
    expect(short(['Bakker Utrecht', 'Bakker Haarlem', 'Utrecht'])).toEqual(['Bakker Utrecht', 'Haarlem', 'Utrecht']);
    expect(short(['Bakker ', 'Bakker A', 'Bakker B'])).toEqual(['Bakker ', 'A', 'B']);
  });

  it('are found in names of thousands of words, which would have as many beginnings', () => {
    const words = 'woord '.repeat(30_000);
    const titles = [`Keten A ${words}`, `Keten B ${words}`];
    expect(titles.map((title) => shortShopNames(titles)(title).slice(0, 7))).toEqual(['A woord', 'B woord']);
  });

  it('are those of every one of thousands', () => {
    const titles = Array.from({ length: 5_000 }, (_, at) => `Keten filiaal ${at}`);
    expect(new Set(short(titles)).size).toBe(5_000);
    expect(short(titles)[4_999]).toBe('filiaal 4999');
  });

  it('leave a name alone that is none of the account', () => {
    expect(shortShopNames(CHAIN)('Elders')).toBe('Elders');
  });
});

describe('the name of a company', () => {
  it('is what its shops begin with, without what parts it from the rest', () => {
    expect(companyName(CHAIN, 'demo')).toBe('Linde & Loof');
    expect(companyName(['Linde & Loof: Utrecht', 'Linde & Loof: Zwolle'], 'demo')).toBe('Linde & Loof');
  });

  it('is that of its only shop, and of the account where shops share nothing', () => {
    expect(companyName(['Linde & Loof Utrecht'], 'demo')).toBe('Linde & Loof Utrecht');
    expect(companyName(['Het Kluwen', 'hetkluwen.example'], 'demo')).toBe('demo');
    expect(companyName([], 'demo')).toBe('demo');
  });
});
