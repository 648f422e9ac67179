import type { CellValue, DatasetColumn } from '../../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';
import { writtenWorkbook } from '../../support/written-workbook.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { isNumberText, readBack } from './csv-attack.ts';
import { BREACHES, readingOf } from './findings.ts';

const REFUNDED: Readonly<Partial<Record<DatasetColumn['kind'], number>>> = {
  euros: -12.5,
  'unit-price': -0.0125,
  percentage: -21.5,
  number: -1.5,
  integer: -3,
};

/** A refund in every numeric column of every list and report: what is negative stays a number in each kind of file. */
export async function attackNegatives(run: SuiteRun): Promise<void> {
  for (const { name, columns } of Object.values(DECLARATIONS)) {
    const numeric = columns.filter(({ kind }) => REFUNDED[kind] !== undefined);
    const amounts = numeric.map(({ kind }) => REFUNDED[kind] ?? null);
    if (numeric.length === 0) continue;
    run.count('negative amounts', amounts.length * 3);
    for (const profile of ['excel', 'data'] as const) {
      const rows = await readingOf(run, `${name}, ${profile}`, () => readBack(numeric, [amounts], profile));
      for (const [index, cell] of (rows?.[0] ?? []).entries()) {
        const isSame = isNumberText(cell, profile) && Number(cell.replace(',', '.')) === amounts[index];
        if (!isSame) run.breach(BREACHES.noNumber, `${name}, ${profile}: ${cell} for ${amounts[index]}`);
      }
    }
    await attackWorkbook(run, name, numeric, amounts);
  }
}

async function attackWorkbook(
  run: SuiteRun,
  name: string,
  columns: readonly DatasetColumn[],
  amounts: readonly CellValue[],
): Promise<void> {
  const row = Object.fromEntries(columns.map(({ id }, index) => [id, amounts[index] ?? null]));
  const read = await readingOf(run, `${name}, workbook`, () => writtenWorkbook({ document: { columns }, rows: [row] }));
  for (const [index, cell] of (read?.sheets[0]?.rows[1] ?? []).entries()) {
    if (cell !== amounts[index]) {
      run.breach(BREACHES.noNumber, `${name}, workbook: ${JSON.stringify(cell)} for ${amounts[index]}`);
    }
  }
}
