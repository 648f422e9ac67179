import { localTimestamp } from '../../shared/calendar.ts';
import {
  CHANGES_SHOWN,
  type ChangedField,
  type ExportComparison,
  type ExportRequest,
} from '../../shared/contract/exports.ts';
import type { CellValue, DatasetColumn } from '../../shared/datasets/dataset.ts';
import type { Caller } from '../base/caller.ts';
import { ExportError, expectNotCancelled, translatingFailures } from './export-error.ts';
import { type ExportContext, type SelectedExport, selectExport } from './select-export.ts';
import { flatCells, labelOf, openSnapshot, rowsOfCells, type SnapshotHead, type SnapshotRow } from './snapshots.ts';

/** Plain values, because it may go to a thread. */
export interface CompareRequest {
  readonly request: ExportRequest;
  /** With the current rights. */
  readonly caller: Caller;
  readonly snapshot: string;
}

/**
 * Reads again what a request selects, a second time where it changes meanwhile, and compares. Throws `ExportError`
 * `not_comparable` where the snapshot is gone or the caller has other rights than then.
 */
export function compareExport(
  context: ExportContext,
  asked: CompareRequest,
  signal: AbortSignal,
): Promise<ExportComparison> {
  return translatingFailures(compareTwice(context, asked, signal));
}

async function compareTwice(
  context: ExportContext,
  asked: CompareRequest,
  signal: AbortSignal,
): Promise<ExportComparison> {
  const selected = await selectExport(context, asked.request, asked.caller);
  try {
    return await compareOnce(context, asked, selected, signal);
  } catch (error) {
    if (!(error instanceof ExportError) || error.code !== 'incomplete') throw error;
    return compareOnce(context, asked, selected, signal);
  }
}

async function compareOnce(
  { clock }: ExportContext,
  { caller, snapshot }: CompareRequest,
  { dataset, selection }: SelectedExport,
  signal: AbortSignal,
): Promise<ExportComparison> {
  const { head, batches: before } = await openSnapshot(snapshot);
  try {
    // Rows that came or went with the rights of the caller would look like changes.
    if (head.lockedTo !== (caller.lockedLocation?.id ?? null)) {
      throw new ExportError('not_comparable', 'Your rights have changed since, so that it cannot be compared.');
    }
    const comparison = compareRows(head, sameBy(dataset.declaration.columns));
    let asOf = localTimestamp(clock.now());
    for await (const batch of selection.read()) {
      expectNotCancelled(signal);
      asOf = batch.asOf ?? asOf;
      rowsOfCells(head, flatCells(head, batch.rows)).forEach(comparison.addAfter);
      // Step by step, so that rows in the same order soon find each other.
      const then = await before.next();
      if (!then.done) then.value.forEach(comparison.addBefore);
    }
    for await (const rows of before) rows.forEach(comparison.addBefore);
    return { asOf, ...comparison.result() };
  } finally {
    await before.return(undefined);
  }
}

/** One moment may be written in several ways. */
function sameBy(columns: readonly DatasetColumn[]) {
  const moments = new Set(columns.filter(({ kind }) => kind === 'timestamp').map(({ id }) => id));
  return (column: string, before: CellValue, after: CellValue): boolean =>
    moments.has(column) &&
    typeof before === 'string' &&
    typeof after === 'string' &&
    Date.parse(before) === Date.parse(after);
}

/**
 * Matches the rows of two readings by their keys. Holds only rows without a partner yet. `isSame` is called for values that
 * are not identical.
 */
export function compareRows(
  head: SnapshotHead,
  isSame: (column: string, before: CellValue, after: CellValue) => boolean,
) {
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
    addBefore(row: SnapshotRow): void {
      const partner = taken(after, row.key);
      if (partner) compare(row, partner);
      else before.set(row.key, row);
    },
    addAfter(row: SnapshotRow): void {
      const partner = taken(before, row.key);
      if (partner) compare(partner, row);
      else after.set(row.key, row);
    },
    result: (): Omit<ExportComparison, 'asOf'> => ({
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
