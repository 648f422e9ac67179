import { isInOtherCurrency } from '../../shared/currency.ts';
import type { DatasetColumn, UnknownColumn } from '../../shared/datasets/dataset.ts';
import { fromEuros, QUANTITY_SCALE, toEuros } from '../../shared/money.ts';
import type { ExportRow } from './dataset.ts';

/**
 * Adds up the columns that have a sum, exactly: in whole numbers of 1/10 000 euro or 1/1000 piece. `compared` names
 * columns that have none in a file, and are added up to compare the rows with the sums of the platform. Rows in another
 * currency are left out.
 */
export function createRunningSums(columns: readonly DatasetColumn[], compared: readonly string[] = []) {
  const sums = columns
    .filter(({ id, isSummed }) => isSummed || compared.includes(id))
    .map(({ id, kind, mayBeUnknown = null }) => {
      return { id, ...(kind === 'euros' ? EUROS : PIECES), mayBeUnknown, sum: 0, isUnknown: false };
    });

  return {
    /** Throws `RangeError` for a value that is no amount or quantity, and for sums too large to be exact. */
    add(rows: readonly ExportRow[]): void {
      for (const row of rows) {
        if (isInOtherCurrency(row)) continue;
        for (const entry of sums) {
          const value = row[entry.id];
          if (typeof value === 'number') entry.sum = expectExact(entry.sum + entry.toWhole(value));
          else if (entry.mayBeUnknown !== null) entry.isUnknown = true;
        }
      }
    },
    /** Decimal numbers by id of the column; null where a row has a value that is not known. */
    read(): Readonly<Record<string, number | null>> {
      return Object.fromEntries(
        sums.map(({ id, sum, fromWhole, isUnknown }) => [id, isUnknown ? null : fromWhole(sum)]),
      );
    },
    /** What the platform did not know in one of the rows, each name once. */
    unknown(): readonly UnknownColumn[] {
      return [...new Set(sums.flatMap(({ isUnknown, mayBeUnknown }) => (isUnknown ? (mayBeUnknown ?? []) : [])))];
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
