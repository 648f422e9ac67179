import { CHANGES_SHOWN, type ChangedField, type ExportComparison } from '../../shared/contract/exports.ts';
import type { CellValue } from '../../shared/datasets/column.ts';
import { labelOf, type SnapshotHead, type SnapshotRow } from './snapshot-row.ts';

/** Finds the rows of two readings by their keys. Holds those whose partner has not come yet, and no others. */
export interface RowComparison {
  addBefore(row: SnapshotRow): void;
  addAfter(row: SnapshotRow): void;
  /** When all rows have been added. */
  result(): Omit<ExportComparison, 'asOf'>;
}

/** `isSame` is asked of values that are not identical. */
export function compareRows(
  head: SnapshotHead,
  isSame: (column: string, before: CellValue, after: CellValue) => boolean,
): RowComparison {
  const before = new Map<string, SnapshotRow>();
  const after = new Map<string, SnapshotRow>();
  const changed: ChangedField[] = [];
  let changedCount = 0;

  function compare(old: SnapshotRow, fresh: SnapshotRow): void {
    head.columns.forEach((column, index) => {
      const [was, is] = [old.values[index] ?? null, fresh.values[index] ?? null];
      if (was === is || isSame(column, was, is)) return;
      changedCount += 1;
      if (changed.length < CHANGES_SHOWN) {
        changed.push({ row: labelOf(head, old), column, before: was, after: is });
      }
    });
  }

  function labelsOf(rows: ReadonlyMap<string, SnapshotRow>): string[] {
    return [...rows.values()].slice(0, CHANGES_SHOWN).map((row) => labelOf(head, row));
  }

  return {
    addBefore(row) {
      const partner = taken(after, row.key);
      if (partner) compare(row, partner);
      else before.set(row.key, row);
    },
    addAfter(row) {
      const partner = taken(before, row.key);
      if (partner) compare(partner, row);
      else after.set(row.key, row);
    },
    result: () => ({
      isUnchanged: changedCount + before.size + after.size === 0,
      changed,
      changedCount,
      added: labelsOf(after),
      addedCount: after.size,
      removed: labelsOf(before),
      removedCount: before.size,
    }),
  };
}

function taken(rows: Map<string, SnapshotRow>, key: string): SnapshotRow | undefined {
  const row = rows.get(key);
  if (row) rows.delete(key);
  return row;
}
