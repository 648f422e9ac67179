import { isDeepStrictEqual } from 'node:util';
import { parse } from 'csv-parse/sync';
import { csvWriter } from '../../../electron/exports/writers/csv-writer.ts';
import type { CsvProfile } from '../../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../../shared/datasets/column.ts';
import { batchesOf, chunksOf, documentOf, rowsOf } from '../../support/export-document.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, readingOf } from './findings.ts';
import { type HostileTable, TABLE_COLUMNS } from './hostile-tables.ts';

const FORMULA_STARTS = [...'=+-@\t\r\n\0＝＋－＠'];
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
}

/** As a program with another library reads it; the header is left out. */
export async function readBack(
  columns: readonly DatasetColumn[],
  table: HostileTable,
  profile: CsvProfile,
): Promise<string[][]> {
  const batches = batchesOf(rowsOf(columns, table));
  const file = Buffer.concat(await chunksOf(csvWriter, documentOf(columns, { profile }), batches));
  const rows: string[][] = parse(file, {
    bom: true,
    delimiter: profile === 'excel' ? ';' : ',',
    record_delimiter: '\r\n',
  });
  return rows.slice(1);
}

export function isNumberText(cell: string, profile: CsvProfile): boolean {
  return NUMBER_FORMS[profile].test(cell);
}

function compare(run: SuiteRun, table: HostileTable, rows: string[][], profile: CsvProfile): void {
  for (const cell of rows.flatMap((row) => [row[0], row[2]])) {
    if (profile === 'excel' && beginsLikeFormula(cell ?? '')) {
      run.breach(BREACHES.formula, JSON.stringify(cell));
    }
  }
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

/** Without the guard that the profile for Excel puts before what looks like a formula. */
export function textOf(cell: string, profile: CsvProfile): string {
  const isGuarded = cell.startsWith("'") && beginsLikeFormula(cell.replace(/^'+/, ''));
  return profile === 'excel' && isGuarded ? cell.slice(1) : cell;
}
