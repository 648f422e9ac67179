import { isDeepStrictEqual } from 'node:util';
import { CsvError, parse } from 'csv-parse/sync';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import type { CsvProfile } from '../../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../../support/export-document.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, readingOf } from './findings.ts';
import { type HostileTable, TABLE_COLUMNS } from './hostile-tables.ts';

const FORMULA_STARTS = [...'=+-@＝＋－＠﹦﹢﹣﹫'];
/** By which a spreadsheet may be told to open a file, or opens it by itself in another country. */
const SEPARATORS = [';', ',', '\t'];
/** What a spreadsheet drops at the beginning of a cell, or nobody sees there. */
const UNSEEN = /^[\s"\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+/u;
/** Parts that become cells, or lines, with one of the separators. */
const PARTS = /(?<=[,;\t\r\n])/;
const NUMBER_FORMS: Readonly<Record<CsvProfile, RegExp>> = {
  excel: /^-?\d+(,\d{1,4})?$/,
  data: /^-?\d+(\.\d{1,4})?$/,
};

/** Writes a table in both profiles, reads it with another library, and compares cell by cell. */
export async function attackCsv(run: SuiteRun, table: HostileTable): Promise<void> {
  for (const profile of ['excel', 'data'] as const) {
    run.count('CSV files');
    const told = `${profile}: ${JSON.stringify(table)}`;
    const rows = await readingOf(run, told, () => readBack(TABLE_COLUMNS, table, profile));
    if (rows !== null) compare(run, table, rows, profile);
  }
  await readingOf(run, `with other separators: ${JSON.stringify(table)}`, () => attackSeparators(run, table));
}

/** As a program with another library reads it; the header is left out. */
export async function readBack(
  columns: readonly DatasetColumn[],
  table: HostileTable,
  profile: CsvProfile,
): Promise<string[][]> {
  const file = await writtenCsv(columns, table, profile);
  const rows: string[][] = parse(file, {
    bom: true,
    delimiter: profile === 'excel' ? ';' : ',',
    record_delimiter: '\r\n',
  });
  return rows.slice(1);
}

async function writtenCsv(
  columns: readonly DatasetColumn[],
  table: HostileTable,
  profile: CsvProfile,
): Promise<Buffer> {
  const batches = batchesOf(rowsOf(columns, table));
  return Buffer.concat(await chunksOf(csvWriter, documentOf(columns, { profile }), batches));
}

/** The file for Excel with each separator, by another library and by a reader that knows no quotes at all. */
async function attackSeparators(run: SuiteRun, table: HostileTable): Promise<void> {
  const file = (await writtenCsv(TABLE_COLUMNS, table, 'excel')).toString().slice(1);
  for (const separator of SEPARATORS) {
    const rows = readLeniently(file, separator);
    const bare = file.split(/[\r\n]/).flatMap((line) => line.split(separator));
    for (const cell of [...rows.flat(), ...bare]) {
      if (!isFormula(cell)) continue;
      run.breach(BREACHES.formula, `${JSON.stringify(cell)} with the separator ${JSON.stringify(separator)}`);
    }
  }
}

/** With a separator that is not its own a file has quotes in places where they end nothing. */
function readLeniently(file: string, delimiter: string): string[][] {
  const lenient = { delimiter, relax_quotes: true, relax_column_count: true };
  try {
    return parse(file, lenient);
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    return parse(`${file}"`, lenient);
  }
}

/** But for negative numbers, which are cells of their own. */
function isFormula(cell: string): boolean {
  const seen = cell.replace(UNSEEN, '');
  return beginsLikeFormula(seen) && !/^-\d/.test(seen);
}

export function isNumberText(cell: string, profile: CsvProfile): boolean {
  return NUMBER_FORMS[profile].test(cell);
}

function compare(run: SuiteRun, table: HostileTable, rows: string[][], profile: CsvProfile): void {
  for (const cell of rows.flatMap((row) => [row[1], row[3]])) {
    if (cell !== '' && !isNumberText(cell ?? 'none', profile)) {
      run.breach(BREACHES.noNumber, `${profile}: ${JSON.stringify(cell)}`);
    }
  }
  const read = rows.map(([title = '', value = '', further = '', price = '']) => [
    textOf(title, profile),
    numberOf(value),
    textOf(further, profile),
    numberOf(price),
  ]);
  if (!isDeepStrictEqual(read, table)) {
    run.breach(BREACHES.changed, `${profile}: ${JSON.stringify(table)} is ${JSON.stringify(read)}`);
  }
}

export function beginsLikeFormula(text: string): boolean {
  return FORMULA_STARTS.some((start) => text.startsWith(start));
}

function numberOf(cell: string): number | null {
  return cell === '' ? null : Number(cell.replace(',', '.'));
}

/** Without the guards that the profile for Excel puts before what looks like a formula. */
export function textOf(cell: string, profile: CsvProfile): string {
  if (profile === 'data') return cell;
  return cell.split(PARTS).map(withoutGuard).join('');
}

function withoutGuard(part: string): string {
  const [guards = ''] = /^'*/.exec(part) ?? [];
  const isGuarded = guards !== '' && beginsLikeFormula(part.slice(guards.length).replace(UNSEEN, ''));
  return isGuarded ? part.slice(1) : part;
}
