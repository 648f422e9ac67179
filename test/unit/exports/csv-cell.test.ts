import { describe, expect, it } from 'vitest';
import { formatDataCell, formatExcelCell } from '../../../electron/exports/writers/csv-writer.ts';
import type { CellValue, ColumnKind } from '../../../shared/datasets/dataset.ts';

const csvCell = (kind: ColumnKind, value: CellValue) => formatExcelCell({ kind, choices: {} }, value, 'nl');

describe('a text cell', () => {
  it.each([
    ["x,=cmd|' /C calc'!A0", `"x,'=cmd|' /C calc'!A0"`],
    ['x;@SUM(A1)', `"x;'@SUM(A1)"`],
    ['x\t+1', `"x\t'+1"`],
    ['x\r\n-1', `"x\r\n'-1"`],
    ['a, =1', `"a,' =1"`],
    ['a,"=1', `"a,'""=1"`],
    ['=1,=2', `"'=1,'=2"`],
  ])('has a guard after another separator if a spreadsheet would run what follows: %j', (text, cell) => {
    expect(csvCell('text', text)).toBe(cell);
  });

  it.each([
    ...[' ', '\u00a0', '\u2007', '\u3000', '\u200b', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u3164'],
    ...['\u2028', '\0', '"'],
  ])('has a guard before a formula that follows %j', (unseen) => {
    const written = unseen === '"' ? '""' : unseen;
    expect(csvCell('text', `${unseen}=1`)).toBe(`"'${written}=1"`);
    expect(csvCell('text', `${unseen}${unseen}@A1`)).toBe(`"'${written}${written}@A1"`);
  });

  it.each([
    ...['=HYPERLINK("x")', '+31 30 1234567', '-5 korting', '@SUM(A1)'],
    ...['＝1+1', '＋1', '－1', '＠A1', '﹦1'],
  ])('begins with an apostrophe if a spreadsheet would run it: %j', (text) => {
    expect(csvCell('text', text)).toMatch(/^"'/);
  });

  it.each([
    ['plain', '"plain"'],
    ['', '""'],
    ['a=b-c', '"a=b-c"'],
    ['2 + 1 gratis - rood', '"2 + 1 gratis - rood"'],
    ['0012345678905', '"0012345678905"'],
    ['Crème "brûlée"; 0,5 €', '"Crème ""brûlée""; 0,5 €"'],
    ['lone\rreturn', '"lone\rreturn"'],
    ['lone\nfeed', '"lone\nfeed"'],
    ['=1;"2"', '"\'=1;""2"""'],
    ["'s-Hertogenbosch", '"\'s-Hertogenbosch"'],
    ["'=1", '"\'\'=1"'],
    ['\t=1', '"\t\'=1"'],
  ])('turns %j into %j', (text, cell) => {
    expect(csvCell('text', text)).toBe(cell);
  });
});

describe('a number', () => {
  it.each([
    ['euros', -12.5, '-12,50'],
    ['euros', 0, '0,00'],
    ['euros', -0, '0,00'],
    ['euros', 1234567.8, '1234567,80'],
    ['unit-price', 12.95, '12,95'],
    ['unit-price', 10.7025, '10,7025'],
    ['unit-price', 10, '10,00'],
    ['percentage', 21, '21,00'],
    ['percentage', 5.5, '5,50'],
    ['percentage', 33.33, '33,33'],
    ['number', -2.5, '-2,5'],
    ['number', 0.0005, '0,0005'],
    ['integer', 1e14, '100000000000000'],
  ] as const)('as %s: writes %d as %s, without an apostrophe', (kind, value, cell) => {
    expect(csvCell(kind, value)).toBe(cell);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.00001, 0.1 + 0.2])(
    'is refused if it cannot be written: %d',
    (value) => {
      expect(() => csvCell('euros', value)).toThrow(RangeError);
    },
  );

  it('is never a formula', () => {
    expect(() => csvCell('euros', '=1')).toThrow(TypeError);
  });
});

describe('a timestamp', () => {
  it.each([
    ['2026-10-25T02:30:00+02:00', '2026-10-25 02:30:00'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25 02:30:00'],
    ['=cmd', "'=cmd"],
  ])('writes %s as %s, in quotes', (timestamp, cell) => {
    expect(csvCell('timestamp', timestamp)).toBe(`"${cell}"`);
  });

  it('of a whole day is its date', () => {
    expect(csvCell('date', '2026-10-25')).toBe('"2026-10-25"');
  });
});

describe('an enum value of the API', () => {
  const status = {
    kind: 'choice',
    choices: { complete: { nl: 'Afgerond', en: 'Complete' }, odd: { nl: '=1', en: '=1' } },
  } as const;

  it.each([
    ['complete', 'nl', 'Afgerond'],
    ['complete', 'en', 'Complete'],
    ['on_the_moon', 'nl', 'on_the_moon'],
    ['odd', 'nl', "'=1"],
  ] as const)('writes %s in %s as %s', (word, language, shown) => {
    expect(formatExcelCell(status, word, language)).toBe(`"${shown}"`);
  });
});

describe('a cell for programs', () => {
  it.each([
    ['text', '=1+1', '=1+1'],
    ['text', 'a,b', '"a,b"'],
    ['text', 'two\nlines', '"two\nlines"'],
    ['timestamp', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+02:00'],
    ['euros', -12.5, '-12.50'],
    ['unit-price', 10.7025, '10.7025'],
    ['euros', null, ''],
  ] as const)('as %s: writes %j as %s', (kind, value, cell) => {
    expect(formatDataCell(kind, value)).toBe(cell);
  });

  it('is never a formula', () => {
    expect(() => formatDataCell('euros', '1')).toThrow(TypeError);
  });
});
