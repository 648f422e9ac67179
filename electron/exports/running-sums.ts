import { isInOtherCurrency } from '../../shared/currency.ts';
import type { DatasetColumn, UnknownColumn } from '../../shared/datasets/dataset.ts';
import { type Amount, fromEuros, HALF_CENT, toEuros } from '../../shared/money.ts';
import type { ExportRow, ExportSource } from './dataset.ts';

/**
 * Adds up the columns that have a sum, exactly: in whole numbers of 1/10 000 euro or piece. `compared` names columns
 * without a sum in the file, which are added up to compare the rows with the sums of the platform. Rows in another
 * currency are left out.
 */
export function createRunningSums(columns: readonly DatasetColumn[], compared: readonly string[] = []) {
  const sums = columns
    .filter(({ id, isSummed }) => isSummed || compared.includes(id))
    .map(({ id, unknownFigure = null }) => ({ id, unknownFigure, sum: 0, isUnknown: false }));

  return {
    /** Throws `RangeError` for a value that is not an amount or quantity, and for sums too large to be exact. */
    add(rows: readonly ExportRow[]): void {
      for (const row of rows) {
        if (isInOtherCurrency(row)) continue;
        for (const entry of sums) {
          const value = row[entry.id];
          if (typeof value === 'number') entry.sum = assertExact(entry.sum + fromEuros(value));
          else if (entry.unknownFigure !== null) entry.isUnknown = true;
        }
      }
    },
    /** Decimal numbers by id of the column; `null` if a row has an unknown value. */
    read(): Readonly<Record<string, number | null>> {
      return Object.fromEntries(sums.map(({ id, sum, isUnknown }) => [id, isUnknown ? null : toEuros(sum)]));
    },
    /** What the platform did not know in any of the rows, each name once. */
    listUnknown(): readonly UnknownColumn[] {
      return [...new Set(sums.flatMap(({ isUnknown, unknownFigure }) => (isUnknown ? (unknownFigure ?? []) : [])))];
    },
  };
}

/** How far each figure of the platform may be off: 0, or half a cent if it rounds each one separately. */
export async function readRounding({ platform, caller }: Pick<ExportSource, 'platform' | 'caller'>): Promise<Amount> {
  const { roundsRows = false } = await platform.getCapabilities(caller);
  return roundsRows ? HALF_CENT : 0;
}

type Sums = Readonly<Record<string, number | null>>;

/** Whether the rows add up to the sums of the platform. */
export async function matchSums(
  source: Pick<ExportSource, 'platform' | 'caller'>,
  { rows, sums, expected }: { readonly rows: number; readonly sums: Sums; readonly expected: Sums },
): Promise<boolean> {
  const tolerance = rows * (await readRounding(source));
  return Object.entries(expected).every(([id, sum]) => {
    const own = sums[id] ?? null;
    // Without rows it is unclear whether a figure is known.
    if (own === null || sum === null) return !own && sum === null;
    return Math.abs(fromEuros(own) - fromEuros(sum)) <= (id === 'quantity' ? 0 : tolerance);
  });
}

function assertExact(sum: number): number {
  if (!Number.isSafeInteger(sum)) throw new RangeError(`a sum is too large to be exact: ${sum}`);
  return sum;
}
