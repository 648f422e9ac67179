import { describe, expect, it } from 'vitest';
import type { Band } from '../../../../../electron/exports/writers/pdf/band.ts';
import { paginate } from '../../../../../electron/exports/writers/pdf/paginate.ts';

interface NamedBand extends Band {
  readonly name: string;
}

function band(name: string, height = 10): NamedBand {
  return { name, height, draw: () => undefined };
}

function rows(count: number): NamedBand[] {
  return Array.from({ length: count }, (_, index) => band(`${index}`));
}

function named(pages: readonly (readonly Band[])[]): string[] {
  return pages.map((page) => page.map((each) => ('name' in each ? each.name : '')).join(' '));
}

const HEADER = band('header');
const TOTALS = band('totals');
const TABLE = { title: null, header: HEADER, totals: null };

describe('paginate', () => {
  it('fills pages and begins each with the header', () => {
    const pages = paginate([{ ...TABLE, rows: rows(7) }], 40);
    expect(named(pages)).toEqual(['header 0 1 2', 'header 3 4 5', 'header 6']);
  });

  it('takes a row along for totals that have no room', () => {
    const pages = paginate([{ ...TABLE, rows: rows(6), totals: TOTALS }], 40);
    expect(named(pages)).toEqual(['header 0 1 2', 'header 3 4', 'header 5 totals']);
  });

  it('begins a table on the next page where its title and first rows have no room', () => {
    const table = { ...TABLE, title: band('title'), rows: rows(3) };
    expect(named(paginate([{ ...TABLE, rows: rows(2) }, table], 60))).toEqual([
      'header 0 1',
      'title header 0 1 2',
    ]);
  });

  it('puts a row that fills a page on a page of its own', () => {
    const pages = paginate([{ ...TABLE, rows: [band('low'), band('high', 30), band('low')] }], 40);
    expect(named(pages)).toEqual(['header low', 'header high', 'header low']);
  });
});
