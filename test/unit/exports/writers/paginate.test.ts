import { describe, expect, it } from 'vitest';
import type { Band } from '../../../../electron/exports/writers/pdf-blocks.ts';
import { paginate } from '../../../../electron/exports/writers/pdf-writer.ts';

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
const TABLE = { title: null, continued: null, header: HEADER, totals: null };
const SECTION = { ...TABLE, title: band('title'), continued: band('continued') };

describe('paginate', () => {
  it('fills pages and begins each with the header', () => {
    const pages = paginate([{ ...TABLE, rows: rows(7) }], 40);
    expect(named(pages)).toEqual(['header 0 1 2', 'header 3 4', 'header 5 6']);
  });

  it('takes two rows along for totals that have no room', () => {
    const pages = paginate([{ ...TABLE, rows: rows(6), totals: TOTALS }], 40);
    expect(named(pages)).toEqual(['header 0 1 2', 'header 3', 'header 4 5 totals']);
  });

  it('takes one row along for totals where two would have no room', () => {
    const high = [band('0', 20), band('1', 20), band('2', 20)];
    const pages = paginate([{ ...TABLE, rows: high, totals: TOTALS }], 40);
    expect(named(pages)).toEqual(['header 0', 'header 1', 'header 2 totals']);
  });

  it('names a section again on each page on which it goes on', () => {
    const pages = paginate([{ ...SECTION, rows: rows(8) }], 50);
    expect(named(pages)).toEqual(['title header 0 1 2', 'continued header 3 4 5', 'continued header 6 7']);
  });

  it('leaves no single row of a section at the end of a page or at the top of one', () => {
    const three = { ...SECTION, rows: rows(3) };
    expect(named(paginate([{ ...TABLE, rows: rows(2) }, three], 70))).toEqual(['header 0 1', 'title header 0 1 2']);
    for (const room of [60, 70, 80, 90, 100]) {
      for (let count = 4; count < 30; count += 1) {
        const pages = named(paginate([{ ...SECTION, rows: rows(count) }], room));
        const left = pages.map((page) => page.replace(/^\w+ header /, '').split(' '));
        expect(left.at(-1)?.length).toBeGreaterThan(1);
        expect(left[0]?.length).toBeGreaterThan(1);
        expect(left.flat()).toEqual(rows(count).map(({ name }) => name));
      }
    }
  });

  it('begins a table on the next page where its title and first rows have no room', () => {
    const table = { ...TABLE, title: band('title'), rows: rows(3) };
    expect(named(paginate([{ ...TABLE, rows: rows(2) }, table], 60))).toEqual(['header 0 1', 'title header 0 1 2']);
  });

  it('puts a row that fills a page on a page of its own', () => {
    const pages = paginate([{ ...TABLE, rows: [band('low'), band('high', 30), band('low')] }], 40);
    expect(named(pages)).toEqual(['header low', 'header high', 'header low']);
  });
});
