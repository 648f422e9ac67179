import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createExporter } from '../../../electron/exports/exporter.ts';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import { makeModel } from '../../../electron/platform/demo/model.ts';
import { insertShop } from '../../../electron/platform/demo/open-demo-shops.ts';
import { LINDE_EN_LOOF } from '../../../electron/platform/demo/shop-profiles.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import type { CsvProfile } from '../../../shared/contract/exports.ts';
import { type CellValue, column, type DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../../support/export-document.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { writtenWorkbook } from '../../support/written-workbook.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { EXPORT_TABLES_MUTANTS } from './mutants.ts';

const BREACHES = {
  formula: 'cells that are formulas',
  changed: 'cells that come back different',
  noNumber: 'numbers turned into text',
  unreadable: 'files that another program cannot read',
  leadingOut: 'parts of a workbook that lead out of it or are not known',
} as const;

/** null for a file that cannot be read, which is reported. */
async function readingOf<Read>(run: SuiteRun, what: string, read: () => Promise<Read>): Promise<Read | null> {
  try {
    return await read();
  } catch (error) {
    run.breach(BREACHES.unreadable, `${what}: ${error}`);
    return null;
  }
}

/** What a spreadsheet may run, what ends a cell or a line, and what editors treat oddly. */
const HOSTILE = [
  ...'=+-@\t\r\n\0;,"\'|%!\\aé0€＝＋－＠ ',
  ...['\u2028', '\uFEFF', '𝟘', '\u202E', '\u00A0', '\u200B', '\u3164'],
];
/** What a workbook could take for its own. */
const MARKUP = ['<f>1+1</f>', '</t></is></c>', ']]>', '&amp;', '_x0041_', '_x005F_', '\r\n', '\uD800', '1E5'];

const TABLE_COLUMNS = [
  column('title', 'text', 'titel', 'title'),
  column('value', 'euros', 'bedrag', 'value'),
  column('further', 'text', 'meer', 'more'),
  column('price', 'unit-price', 'prijs', 'price'),
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
/** With what UTF-8 cannot hold, for a workbook writes it in a way of its own. */
const workbookTexts = fc.oneof(
  made.filter((one) => one !== ''),
  formulas,
  fc.array(fc.constantFrom(...MARKUP, ...HOSTILE), { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1 }),
);

const PROFILES = ['excel', 'data'] as const;
const FORMULA_STARTS = [...'=+-@＝＋－＠﹦﹢﹣﹫'];
/** By which a spreadsheet may be told to open a file, or opens it by itself in another country. */
const SEPARATORS = [';', ',', '\t'];
/** What a spreadsheet drops at the beginning of a cell, or no reader sees there. */
const UNSEEN = /^[\s"\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/u;
/** Parts that become cells, or lines, with one of the separators. */
const PARTS = /(?<=[,;\t\r\n])/;
const NUMBER_FORMS: Readonly<Record<CsvProfile, RegExp>> = {
  excel: /^-?\d+(,\d{1,4})?$/,
  data: /^-?\d+(\.\d{1,4})?$/,
};

/** Writes tables in both profiles, reads them with another library, and compares cell by cell. */
async function attackCsv(run: SuiteRun, count: number): Promise<void> {
  for (const table of fc.sample(tables, { seed: run.seed, numRuns: count })) {
    const written = JSON.stringify(table);
    for (const profile of PROFILES) {
      run.count('CSV files');
      const rows = await readingOf(run, `${profile}: ${written}`, () => readBack(TABLE_COLUMNS, table, profile));
      if (rows === null) continue;
      for (const cell of rows.flatMap((row) => [row[1], row[3]])) {
        if (cell === '' || isNumberText(cell ?? 'none', profile)) continue;
        run.breach(BREACHES.noNumber, `${profile}: ${JSON.stringify(cell)}`);
      }
      const read = rows.map(([title = '', value = '', further = '', price = '']) => [
        textOf(title, profile),
        numberOf(value),
        textOf(further, profile),
        numberOf(price),
      ]);
      if (isDeepStrictEqual(read, table)) continue;
      run.breach(BREACHES.changed, `${profile}: ${written} is ${JSON.stringify(read)}`);
    }
    await readingOf(run, `with other separators: ${written}`, () => attackSeparators(run, table));
  }
}

/** The form of a program with another library; the header is left out. */
function parseTable(file: Buffer, profile: CsvProfile): string[][] {
  const delimiter = profile === 'excel' ? ';' : ',';
  return parse(file, { bom: true, delimiter, record_delimiter: '\r\n' }).slice(1);
}

async function readBack(columns: readonly DatasetColumn[], table: Table, profile: CsvProfile): Promise<string[][]> {
  return parseTable(await writtenCsv(columns, table, profile), profile);
}

async function writtenCsv(columns: readonly DatasetColumn[], table: Table, profile: CsvProfile): Promise<Buffer> {
  const batches = batchesOf(rowsOf(columns, table));
  return Buffer.concat(await chunksOf(csvWriter, documentOf(columns, { profile }), batches));
}

/** The file for Excel with each separator, by another library and by a reader that knows no quotes at all. */
async function attackSeparators(run: SuiteRun, table: Table): Promise<void> {
  const file = (await writtenCsv(TABLE_COLUMNS, table, 'excel')).toString().slice(1);
  for (const separator of SEPARATORS) {
    const bare = file.split(/[\r\n]/).flatMap((line) => line.split(separator));
    for (const cell of [...readLeniently(file, separator).flat(), ...bare]) {
      const seen = cell.replace(UNSEEN, '');
      // Negative numbers are cells of their own.
      if (!beginsLikeFormula(seen) || /^-\d/.test(seen)) continue;
      run.breach(BREACHES.formula, `${JSON.stringify(cell)} with the separator ${JSON.stringify(separator)}`);
    }
  }
}

/** With a separator that is not its own a file has quotes where they end nothing. */
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

/** Without the guards that the profile for Excel puts before what looks like a formula. */
function textOf(cell: string, profile: CsvProfile): string {
  if (profile === 'data') return cell;
  const parts = cell.split(PARTS).map((part) => {
    const [guards = ''] = /^'*/.exec(part) ?? [];
    const isGuarded = guards !== '' && beginsLikeFormula(part.slice(guards.length).replace(UNSEEN, ''));
    return isGuarded ? part.slice(1) : part;
  });
  return parts.join('');
}

const ROWS_OF_WORKBOOK = 500;
const ACTIVE = /<(f|hyperlink|externalReference|dataConsolidate|oleObject|ddeLink)\b[^>]*>|TargetMode[^>]*/g;
const KNOWN_PARTS =
  /^(xl\/(worksheets\/sheet[12]|workbook|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|docProps\/core\.xml|_rels\/\.rels|\[Content_Types\]\.xml)$/;

/** Writes texts into workbooks and reads them with another library: each as it was, and none of them a formula. */
async function attackWorkbooks(run: SuiteRun, count: number): Promise<void> {
  const texts = fc.sample(workbookTexts, { seed: run.seed, numRuns: count });
  for (let start = 0; start < texts.length; start += ROWS_OF_WORKBOOK) {
    const part = texts.slice(start, start + ROWS_OF_WORKBOOK);
    const rows = part.map((sku) => ({ sku }));
    run.count('texts in workbooks', part.length);
    const read = await readingOf(run, `a workbook of ${part.length} texts`, () =>
      writtenWorkbook({ document: { title: part[0] ?? '' }, rows, batchRows: 100 }),
    );
    if (read === null) continue;
    const [, ...readRows] = read.sheets[0]?.rows ?? [];
    for (const [index, one] of part.entries()) {
      const cell = readRows[index]?.[0];
      if (cell !== one) run.breach(BREACHES.changed, `${JSON.stringify(one)} is ${JSON.stringify(cell)}`);
    }
    for (const [name, xml] of read.parts) {
      if (!KNOWN_PARTS.test(name)) run.breach(BREACHES.leadingOut, name);
      for (const [active] of xml.matchAll(ACTIVE)) run.breach(BREACHES.formula, `${name}: ${active}`);
    }
  }
}

const REFUNDED: Readonly<Partial<Record<DatasetColumn['kind'], number>>> = {
  euros: -12.5,
  'unit-price': -0.0125,
  percentage: -21.5,
  number: -1.5,
  integer: -3,
};

/** A refund in every numeric column of every list and report: what is negative stays a number in each kind of file. */
async function attackNegatives(run: SuiteRun): Promise<void> {
  for (const { name, columns } of Object.values(DECLARATIONS)) {
    const numeric = columns.filter(({ kind }) => REFUNDED[kind] !== undefined);
    const amounts = numeric.map(({ kind }) => REFUNDED[kind] ?? null);
    if (numeric.length === 0) continue;
    run.count('negative amounts', amounts.length * 3);
    for (const profile of PROFILES) {
      const rows = await readingOf(run, `${name}, ${profile}`, () => readBack(numeric, [amounts], profile));
      for (const [index, cell] of (rows?.[0] ?? []).entries()) {
        const isSame = isNumberText(cell, profile) && numberOf(cell) === amounts[index];
        if (!isSame) run.breach(BREACHES.noNumber, `${name}, ${profile}: ${cell} for ${amounts[index]}`);
      }
    }
    const rows = [Object.fromEntries(numeric.map(({ id }, index) => [id, amounts[index] ?? null]))];
    const read = await readingOf(run, `${name}, workbook`, () =>
      writtenWorkbook({ document: { columns: numeric }, rows }),
    );
    for (const [index, cell] of (read?.sheets[0]?.rows[1] ?? []).entries()) {
      if (cell === amounts[index]) continue;
      run.breach(BREACHES.noNumber, `${name}, workbook: ${JSON.stringify(cell)} for ${amounts[index]}`);
    }
  }
}

const TABLES = 5_000;

const TEXTS = 5_000;

export const exportTablesSuite: AbuseSuite = {
  name: 'export-tables',
  title: 'hostile texts and refunds are exported and read by another program',
  counts: [
    { name: 'CSV files', least: 2 * TABLES },
    { name: 'texts in workbooks', least: TEXTS },
    { name: 'negative amounts', least: 150 },
    { name: 'SKUs of the demo shop that look like formulas', least: 4 },
  ],
  breaches: Object.values(BREACHES),
  mutants: EXPORT_TABLES_MUTANTS,

  async run(run) {
    // Few tables of a hundredth would have each of the characters that a cell may begin with.
    const some = (full: number) => (run.size === 'short' ? full / 10 : run.scaled(full));
    await attackCsv(run, some(TABLES));
    await attackWorkbooks(run, some(TEXTS));
    await attackNegatives(run);
    await attackDemoCatalog(run);
    run.tell('seed', String(run.seed));
  },
};

const NOW = '2026-11-21T12:00:00Z';

const { ids, accountName } = LINDE_EN_LOOF;

/** Exports the catalog of the demo shop for Excel: its SKUs are codes of suppliers too, some of which look like formulas. */
async function attackDemoCatalog(run: SuiteRun): Promise<void> {
  const model = makeModel(LINDE_EN_LOOF, run.seed);
  const skus = model.catalog.products.map(({ sku }) => sku);
  run.count('SKUs of the demo shop that look like formulas', skus.filter(beginsLikeFormula).length);
  const store = await openStore({ file: ':memory:' });
  try {
    await insertRows(store.db, 'accounts', [{ id: ids.account, name: accountName }]);
    await insertShop((table, rows) => insertRows(store.db, table, rows), model);
    const clock = createFixedClock(NOW);
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
    const cells = await readingOf(run, 'the catalog', () => exportedSkus(platform, run.folder));
    for (const [index, sku] of skus.entries()) {
      const cell = cells?.[index] ?? '';
      if (beginsLikeFormula(cell)) run.breach(BREACHES.formula, JSON.stringify(cell));
      if (textOf(cell, 'excel') !== sku) run.breach(BREACHES.changed, `${sku} is ${JSON.stringify(cell)}`);
    }
  } finally {
    await store.close();
  }
}

/** The cells of the SKU column as another library reads them, by the ids of their products. */
async function exportedSkus(platform: Platform, folder: string): Promise<string[]> {
  const exporter = createExporter({
    platform,
    clock: createFixedClock(NOW),
    ledgers: async () => ({}),
    companyName: async () => '',
  });
  const { path } = await exporter.run({
    request: { dataset: 'catalog', filters: {}, columns: ['sku', 'title'], format: 'csv', language: 'nl' },
    caller: {
      accountId: ids.account,
      userId: ids.users + 1,
      account: accountName,
      name: 'Marloes van der Linden',
      email: 'owner@demo.example',
      roles: ['owner'],
      lockedLocation: null,
    },
    targetPath: join(folder, 'catalog.csv'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return parseTable(await readFile(path), 'excel').map(([sku = '']) => sku);
}
