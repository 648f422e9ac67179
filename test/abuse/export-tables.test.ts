import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvWriter } from '../../electron/exports/writers/csv-writer.ts';
import type { CsvProfile } from '../../shared/contract/exports.ts';
import { type CellValue, createColumn, type DatasetColumn } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { createDocument, createRows, splitIntoBatches, writeChunks } from '../support/export-document.ts';
import { pickBySize } from '../support/test-size.ts';
import { writeAndReadWorkbook } from '../support/written-workbook.ts';

const numRuns = pickBySize({ quick: 300, full: 3_000 });

/** Texts that a spreadsheet may run, that end a cell or a line, and that editors treat oddly. */
const HOSTILE = [
  ...'=+-@\t\r\n\0;,"\'|%!\\aé0€＝＋－＠ ',
  ...['\u2028', '\uFEFF', '𝟘', '\u202E', '\u00A0', '\u200B', '\u3164'],
];
/** Texts that look like parts of a workbook. */
const MARKUP = ['<f>1+1</f>', '</t></is></c>', ']]>', '&amp;', '_x0041_', '_x005F_', '\r\n', '\uD800', '1E5'];

/** The SKU is a code of the supplier, and may look like a formula like any other text. */
const TABLE_COLUMNS = [
  createColumn('sku', 'text', 'sku', 'sku'),
  createColumn('value', 'euros', 'bedrag', 'value'),
  createColumn('title', 'text', 'titel', 'title'),
  createColumn('price', 'unit-price', 'prijs', 'price'),
];

type Table = readonly (readonly CellValue[])[];

const formulas = fc.constantFrom(
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://x.example")',
  "'=1",
  "''@A1",
  "x,=cmd|' /C calc'!A0",
  'a\t@A1',
  '\u00A0=1',
  '\u2060\u200B+1',
  '-12,50',
  '1E5',
);
const made = fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 12 });
const text = fc.oneof(made, fc.string({ unit: 'grapheme' }), formulas);
const amountOf = (most: number, parts: number): fc.Arbitrary<number> =>
  fc.integer({ min: -most, max: most }).map((amount) => (amount === 0 ? 0 : amount / parts));
const cents = amountOf(1e11, 100);
const units = amountOf(1e10, 10_000);

const row = fc.tuple(text, fc.option(cents), text, fc.option(units));
const tables: fc.Arbitrary<Table> = fc.array(row, { maxLength: 6 });
/** Includes characters that UTF-8 cannot encode, for which workbooks have an escape. */
const workbookTexts = fc.oneof(
  made.filter((one) => one !== ''),
  formulas,
  fc.array(fc.constantFrom(...MARKUP, ...HOSTILE), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1 }),
);

const PROFILES = ['excel', 'data'] as const;
const FORMULA_STARTS = [...'=+-@＝＋－＠﹦﹢﹣﹫'];
/** Separators with which a spreadsheet may open a file, by choice or in another country. */
const SEPARATORS = [';', ',', '\t'];
/** What a spreadsheet drops at the beginning of a cell, or a reader cannot see there. */
const UNSEEN = /^[\s"\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/u;
/** Parts that become cells or lines with one of the separators. */
const PARTS = /(?<=[,;\t\r\n])/;
const NUMBER_FORMS: Readonly<Record<CsvProfile, RegExp>> = {
  excel: /^-?\d+(,\d{1,4})?$/,
  data: /^-?\d+(\.\d{1,4})?$/,
};

/** Parses the format for programs with another library, without the header. */
function parseTable(file: Buffer, profile: CsvProfile): string[][] {
  const delimiter = profile === 'excel' ? ';' : ',';
  return parse(file, { bom: true, delimiter, record_delimiter: '\r\n' }).slice(1);
}

async function readBack(columns: readonly DatasetColumn[], table: Table, profile: CsvProfile): Promise<string[][]> {
  return parseTable(await writtenCsv(columns, table, profile), profile);
}

async function writtenCsv(columns: readonly DatasetColumn[], table: Table, profile: CsvProfile): Promise<Buffer> {
  const batches = splitIntoBatches(createRows(columns, table));
  return Buffer.concat(await writeChunks(csvWriter, createDocument(columns, { profile }), batches));
}

/** Cells of the file for Excel that a spreadsheet would run, with each separator, also if it ignores quotes. */
async function formulasIn(table: Table): Promise<readonly string[]> {
  const file = (await writtenCsv(TABLE_COLUMNS, table, 'excel')).toString().slice(1);
  return SEPARATORS.flatMap((separator) => {
    const bare = file.split(/[\r\n]/).flatMap((line) => line.split(separator));
    return [...readLeniently(file, separator).flat(), ...bare].filter((cell) => {
      const seen = cell.replace(UNSEEN, '');
      // Negative numbers are legitimate cells.
      return beginsLikeFormula(seen) && !/^-\d/.test(seen);
    });
  });
}

/** With the wrong separator, a file has quotes that end nothing. */
function readLeniently(file: string, delimiter: string): string[][] {
  const lenient = { delimiter, relax_quotes: true, relax_column_count: true };
  try {
    return parse(file, lenient);
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    return parse(`${file}"`, lenient);
  }
}

const isNumberText = (cell: string, profile: CsvProfile) => NUMBER_FORMS[profile].test(cell);

const numberOf = (cell: string) => (cell === '' ? null : Number(cell.replace(',', '.')));

function beginsLikeFormula(cell: string): boolean {
  return FORMULA_STARTS.some((start) => cell.startsWith(start));
}

/** Removes the guards that the Excel profile puts before texts that look like formulas. */
function textOf(cell: string, profile: CsvProfile): string {
  if (profile === 'data') return cell;
  const parts = cell.split(PARTS).map((part) => {
    const [guards = ''] = /^'*/.exec(part) ?? [];
    const isGuarded = guards !== '' && beginsLikeFormula(part.slice(guards.length).replace(UNSEEN, ''));
    return isGuarded ? part.slice(1) : part;
  });
  return parts.join('');
}

const ACTIVE = /<(f|hyperlink|externalReference|dataConsolidate|oleObject|ddeLink)\b[^>]*>|TargetMode[^>]*/g;
const KNOWN_PARTS =
  /^(xl\/(worksheets\/sheet[12]|workbook|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|docProps\/core\.xml|_rels\/\.rels|\[Content_Types\]\.xml)$/;

const REFUNDED: Readonly<Partial<Record<DatasetColumn['kind'], number>>> = {
  euros: -12.5,
  'unit-price': -0.0125,
  percentage: -21.5,
  number: -1.5,
  integer: -3,
};

/** The numeric columns of each list and report. */
const NUMERIC = Object.values(DECLARATIONS).flatMap(({ name, columns }) => {
  const numeric = columns.filter(({ kind }) => REFUNDED[kind] !== undefined);
  return numeric.length === 0 ? [] : [{ name, numeric, amounts: numeric.map(({ kind }) => REFUNDED[kind] ?? null) }];
});

describe('hostile texts in CSV', () => {
  it.each(PROFILES)('are read back unchanged, next to numbers that are numbers: %s', async (profile) => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const rows = await readBack(TABLE_COLUMNS, table, profile);

        const numbers = rows.flatMap((row) => [row[1], row[3]]).filter((cell) => cell !== '');
        expect(numbers.filter((cell = 'none') => !isNumberText(cell, profile))).toEqual([]);
        expect(
          rows.map(([sku = '', value = '', title = '', price = '']) => [
            textOf(sku, profile),
            numberOf(value),
            textOf(title, profile),
            numberOf(price),
          ]),
        ).toEqual(table);
      }),
      { numRuns, seed: 1 },
    );
  });

  it('are never a formula in the file for Excel, whatever separator it is read with', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        expect(await formulasIn(table)).toEqual([]);
      }),
      { numRuns, seed: 1 },
    );
  });
});

describe('hostile texts in a workbook', () => {
  it('are read back unchanged, and none is a formula or refers outside the file', async () => {
    const texts = fc.sample(workbookTexts, { seed: 1, numRuns });
    const rows = texts.map((sku) => ({ sku }));
    const read = await writeAndReadWorkbook({ document: { title: texts[0] ?? '' }, rows, batchRows: 100 });

    expect(read.sheets[0]?.rows.slice(1).map(([cell]) => cell)).toEqual(texts);
    for (const [name, xml] of read.parts) {
      expect(name).toMatch(KNOWN_PARTS);
      expect(xml.match(ACTIVE) ?? [], name).toEqual([]);
    }
  });
});

describe('a refund', () => {
  it.each(NUMERIC)(
    'is a negative number in every column of $name, in each kind of file',
    async ({ numeric, amounts }) => {
      for (const profile of PROFILES) {
        const [cells = []] = await readBack(numeric, [amounts], profile);
        expect(cells.filter((cell) => !isNumberText(cell, profile))).toEqual([]);
        expect(cells.map(numberOf)).toEqual(amounts);
      }
      const rows = [Object.fromEntries(numeric.map(({ id }, index) => [id, amounts[index] ?? null]))];
      const { sheets } = await writeAndReadWorkbook({ document: { columns: numeric }, rows });
      expect(sheets[0]?.rows[1]).toEqual(amounts);
    },
  );
});
