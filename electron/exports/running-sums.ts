import type { DatasetColumn } from '../../shared/datasets/dataset.ts';
import { fromEuros, QUANTITY_SCALE, toEuros } from '../../shared/money.ts';
import type { ExportRow } from './dataset.ts';

/** Adds up the columns that have a sum, exactly: in whole numbers of 1/10 000 euro or 1/1000 piece. */
export function createRunningSums(columns: readonly DatasetColumn[]) {
  const sums = columns
    .filter(({ isSummed }) => isSummed)
    .map(({ id, kind }) => ({ id, ...(kind === 'euros' ? EUROS : PIECES), sum: 0 }));

  return {
    /** Throws `RangeError` for a value that is no amount or quantity, and for sums too large to be exact. */
    add(rows: readonly ExportRow[]): void {
      for (const row of rows) {
        for (const entry of sums) {
          const value = row[entry.id];
          if (typeof value === 'number') entry.sum = expectExact(entry.sum + entry.toWhole(value));
        }
      }
    },
    /** Decimal numbers by id of the column. */
    read(): Readonly<Record<string, number>> {
      return Object.fromEntries(sums.map(({ id, sum, fromWhole }) => [id, fromWhole(sum)]));
    },
  };
}

const EUROS = { toWhole: fromEuros, fromWhole: toEuros };
const PIECES = { toWhole: toThousandths, fromWhole: (thousandths: number) => thousandths / QUANTITY_SCALE };

function toThousandths(quantity: number): number {
  const thousandths = Math.round(quantity * QUANTITY_SCALE);
  if (thousandths / QUANTITY_SCALE !== quantity) {
    throw new RangeError(`not a quantity with at most 3 decimals: ${quantity}`);
  }
  return thousandths;
}

function expectExact(sum: number): number {
  if (!Number.isSafeInteger(sum)) throw new RangeError(`a sum is too large to be exact: ${sum}`);
  return sum;
}
