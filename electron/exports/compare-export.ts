import { localTimestamp } from '../../shared/calendar.ts';
import type { ExportComparison, ExportRequest } from '../../shared/contract/exports.ts';
import type { CellValue, DatasetColumn } from '../../shared/datasets/column.ts';
import type { Caller } from '../base/caller.ts';
import { expectNotCancelled } from './expect-not-cancelled.ts';
import { ExportError } from './export-error.ts';
import { compareRows } from './row-comparison.ts';
import { type ExportGround, type SelectedExport, selectExport } from './select-export.ts';
import { openSnapshot } from './snapshot-reader.ts';
import { flatCells, rowsOfCells } from './snapshot-row.ts';
import { translatingFailures } from './translate-failures.ts';

/** What is read again; plain values, for it may be asked of a thread. */
export interface CompareRequest {
  readonly request: ExportRequest;
  /** With the rights of now. */
  readonly caller: Caller;
  /** Path of what was read then. */
  readonly snapshot: string;
}

/**
 * Reads again what a request selects, and says what is not as it was. What does not hold together is read once more
 * from the start. Throws `ExportError`, `not_comparable` where the snapshot is gone or the caller sees more or less
 * than then.
 */
export function compareExport(
  ground: ExportGround,
  asked: CompareRequest,
  signal: AbortSignal,
): Promise<ExportComparison> {
  return translatingFailures(compareTwice(ground, asked, signal));
}

async function compareTwice(
  ground: ExportGround,
  asked: CompareRequest,
  signal: AbortSignal,
): Promise<ExportComparison> {
  const selected = await selectExport(ground, asked.request, asked.caller);
  try {
    return await compareOnce(ground, asked, selected, signal);
  } catch (error) {
    if (!(error instanceof ExportError) || error.code !== 'incomplete') throw error;
    return compareOnce(ground, asked, selected, signal);
  }
}

async function compareOnce(
  { clock }: ExportGround,
  { caller, snapshot }: CompareRequest,
  { dataset, selection }: SelectedExport,
  signal: AbortSignal,
): Promise<ExportComparison> {
  const { head, batches: before } = await openSnapshot(snapshot);
  try {
    expectSameView(head.lockedTo, caller);
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

/** Rows that came or went with the rights of the caller would be taken for changes. */
function expectSameView(lockedTo: number | null, { lockedLocation }: Caller): void {
  if (lockedTo === (lockedLocation?.id ?? null)) return;
  const message = 'What you may see is not what it was then, so that it cannot be compared.';
  throw new ExportError('not_comparable', message);
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
