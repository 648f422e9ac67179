import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../electron/exports/writers/csv-writer.ts';
import type { CsvProfile } from '../../shared/contract/exports.ts';
import { type CellValue, column } from '../../shared/datasets/column.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../support/export-document.ts';

/** What a spreadsheet may run, what ends a cell or a line, and what editors treat oddly. */
const HOSTILE = [...'=+-@\t\r\n\0;,"\'|%!\\aé0€＝＋－＠ ', '\u2028', '\uFEFF', '𝟘', '\u202E'];
const FORMULA_STARTS = [...'=+-@\t\r\n\0＝＋－＠'];

const COLUMNS = [
  column('title', 'text', 'titel', 'title'),
  column('value', 'euros', 'bedrag', 'value'),
  column('further', 'text', 'meer', 'more'),
  column('price', 'unit-price', 'prijs', 'price'),
];

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 12 }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom("=cmd|' /C calc'!A0", '=HYPERLINK("http://x.example")', "'=1", "''@A1", '-12,50', '1E5'),
);
const cents = fc.integer({ min: -1e11, max: 1e11 }).map((amount) => (amount === 0 ? 0 : amount / 100));
const units = fc.integer({ min: -1e10, max: 1e10 }).map((amount) => (amount === 0 ? 0 : amount / 10_000));
const tables = fc.array(fc.tuple(text, fc.option(cents), text, fc.option(units)), { maxLength: 6 });

async function fileOf(rows: readonly (readonly CellValue[])[], profile: CsvProfile): Promise<Buffer> {
  const document = documentOf(COLUMNS, { profile });
  return Buffer.concat(await chunksOf(csvWriter, document, batchesOf(rowsOf(COLUMNS, rows))));
}

/** As a program with another library reads it; the header is left out. */
function parsed(file: Buffer, delimiter: string): string[][] {
  const rows: string[][] = parse(file, { bom: true, delimiter, record_delimiter: '\r\n' });
  return rows.slice(1);
}

function numberIn(cell: string, mark: string): number | null {
  if (cell === '') return null;
  expect(cell).toMatch(mark === ',' ? /^-?\d+,\d{2,4}$/ : /^-?\d+\.\d{2,4}$/);
  return Number(cell.replace(mark, '.'));
}

function unguarded(cell: string): string {
  const afterGuards = cell.replace(/^'+/, '');
  const isGuarded = cell.startsWith("'") && FORMULA_STARTS.some((start) => afterGuards.startsWith(start));
  return isGuarded ? cell.slice(1) : cell;
}

const RUNS = { seed: 4870, numRuns: 5_000 };

describe('5,000 hostile tables', () => {
  it('come back equal from the Excel profile, no text is a formula and every amount a number', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const cells = parsed(await fileOf(rows, 'excel'), ';');
        for (const [title = '', , further = ''] of cells) {
          for (const start of FORMULA_STARTS) {
            expect(title.startsWith(start) || further.startsWith(start)).toBe(false);
          }
        }
        const read = cells.map(([title = '', value = '', further = '', price = '']) => [
          unguarded(title),
          numberIn(value, ','),
          unguarded(further),
          numberIn(price, ','),
        ]);
        expect(read).toEqual(rows);
      }),
      RUNS,
    );
  });

  it('come back equal from the Data profile, with every text as it is', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const cells = parsed(await fileOf(rows, 'data'), ',');
        const read = cells.map(([title, value = '', further, price = '']) => [
          title,
          numberIn(value, '.'),
          further,
          numberIn(price, '.'),
        ]);
        expect(read).toEqual(rows);
      }),
      RUNS,
    );
  });
});
