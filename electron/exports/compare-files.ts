import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { formatTimestamp, getInstantAt } from '../../shared/calendar.ts';
import {
  type ChangedField,
  type ExportComparison,
  type ExportManifest,
  type ExportRequest,
  MAX_CHANGES_SHOWN,
} from '../../shared/contract/exports.ts';
import { LANGUAGES } from '../../shared/contract/language.ts';
import type { CellValue } from '../../shared/datasets/dataset.ts';
import { DECLARATIONS } from '../../shared/datasets/declarations.ts';
import { REPORT_LABELS } from '../../shared/report-labels.ts';
import { assertNotCancelled, ExportError } from './export-error.ts';
import { type FileRow, readFileRows } from './file-rows.ts';

/** Plain values, because they may be sent to a worker. */
export interface CompareRequest {
  readonly manifest: Pick<ExportManifest, 'request' | 'columns' | 'sha256'>;
  /** Path of the file that the manifest describes. */
  readonly before: string;
  /** Path of a later file of the same request. */
  readonly after: string;
}

export type FileDifferences = Omit<ExportComparison, 'asOf'>;

/** A PDF cannot be read back. A report in a workbook is laid out on several sheets. */
export function isComparable({ format, dataset }: ExportRequest): boolean {
  if (format === 'xlsx') return DECLARATIONS[dataset].sectionColumn === null;
  return format !== 'pdf';
}

/** Compares the rows of two files. Throws `ExportError` `not_comparable`, with a sentence that says what to do. */
export async function compareFiles(
  { manifest, before, after }: CompareRequest,
  signal: AbortSignal,
): Promise<FileDifferences> {
  const { request, columns } = manifest;
  await assertUnchanged(before, manifest.sha256);
  const comparison = startComparison(request.dataset, columns);
  const [earlier, later] = [readFileRows(before, manifest), readFileRows(after, manifest)];
  try {
    // Alternately, so that rows in the same order soon find each other.
    for (let hasMore = true; hasMore; ) {
      assertNotCancelled(signal);
      const [was, is] = [await earlier.next(), await later.next()];
      if (!was.done) comparison.addBefore(was.value);
      if (!is.done) comparison.addAfter(is.value);
      hasMore = !was.done || !is.done;
    }
  } finally {
    await earlier.return(undefined);
    await later.return(undefined);
  }
  return comparison.result();
}

/** Throws `ExportError` `not_comparable` before anything is read. */
export async function assertComparable(
  { request, columns }: Pick<ExportManifest, 'request' | 'columns'>,
  path: string,
): Promise<void> {
  if (!isComparable(request)) {
    const form = request.format === 'pdf' ? 'A PDF' : 'A report in Excel';
    throw createComparisonError(`${form} cannot be compared. Export it as CSV, and compare that file later.`);
  }
  const missing = getKeyColumns(request.dataset).filter((id) => !columns.includes(id));
  if (missing.length > 0) {
    throw createComparisonError(
      `This file lacks ${missing.join(' and ')}, which identify its rows. Export it with these columns.`,
    );
  }
  await access(path).catch(refuseMissing);
}

async function assertUnchanged(path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch(refuseMissing);
  const found = hash.digest('hex');
  if (found === sha256) return;
  throw createComparisonError('The file of this export was changed. Export it again, and compare that file later.');
}

function refuseMissing(cause: unknown): never {
  throw createComparisonError('The file of this export is gone. Put it back where it was, or export it again.', cause);
}

function createComparisonError(message: string, cause?: unknown): ExportError {
  return new ExportError('not_comparable', message, { cause });
}

/** Rows with one of these items say when the file was made, so they differ each time. */
const TIMESTAMP_ITEMS: ReadonlySet<unknown> = new Set([
  'generated_at',
  ...LANGUAGES.map((language) => REPORT_LABELS[language].items.generatedAt),
]);

function getKeyColumns(dataset: ExportRequest['dataset']): readonly string[] {
  const { keyColumns, labelColumns } = DECLARATIONS[dataset];
  return keyColumns ?? labelColumns;
}

/** Matches rows by their key columns, and rows of the same key in their order. Holds only rows without a partner yet. */
export function startComparison(dataset: ExportRequest['dataset'], columns: readonly string[]) {
  const { sectionColumn, labelColumns } = DECLARATIONS[dataset];
  const keysAt = getKeyColumns(dataset).map((id) => columns.indexOf(id));
  const labelsAt = labelColumns.map((id) => columns.indexOf(id)).filter((at) => at !== -1);
  const itemAt = sectionColumn === null ? -1 : columns.indexOf('item');
  const [before, after] = [new Map<string, FileRow[]>(), new Map<string, FileRow[]>()];
  const changed: ChangedField[] = [];
  let changedCount = 0;

  function add(row: FileRow, own: Map<string, FileRow[]>, others: Map<string, FileRow[]>): FileRow | null {
    if (itemAt !== -1 && TIMESTAMP_ITEMS.has(row[itemAt])) return null;
    const key = JSON.stringify(keysAt.map((at) => row[at]));
    const partners = others.get(key);
    const partner = partners?.shift();
    if (partners?.length === 0) others.delete(key);
    if (partner === undefined) own.set(key, [...(own.get(key) ?? []), row]);
    return partner ?? null;
  }

  function compare(was: FileRow, is: FileRow): void {
    columns.forEach((column, at) => {
      const [old, fresh] = [was[at] ?? null, is[at] ?? null];
      if (old === fresh) return;
      changedCount += 1;
      if (changed.length >= MAX_CHANGES_SHOWN) return;
      changed.push({ row: getLabel(was), column, before: withZone(old), after: withZone(fresh) });
    });
  }

  function getLabel(row: FileRow): string {
    return labelsAt.flatMap((at) => (row[at] === null ? [] : [String(row[at])])).join(' · ');
  }

  return {
    addBefore(row: FileRow): void {
      const partner = add(row, before, after);
      if (partner !== null) compare(row, partner);
    },
    addAfter(row: FileRow): void {
      const partner = add(row, after, before);
      if (partner !== null) compare(partner, row);
    },
    result(): FileDifferences {
      const [removed, added] = [[...before.values()].flat(), [...after.values()].flat()];
      return {
        isUnchanged: changedCount + removed.length + added.length === 0,
        ...{ changed, changedCount },
        ...{ added: added.slice(0, MAX_CHANGES_SHOWN).map(getLabel), addedCount: added.length },
        ...{ removed: removed.slice(0, MAX_CHANGES_SHOWN).map(getLabel), removedCount: removed.length },
      };
    },
  };
}

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/;

/** Converts a local time in a file for staff back to its timestamp. */
function withZone(value: CellValue): CellValue {
  const [, date = '', time = ''] = typeof value === 'string' ? (LOCAL_TIME.exec(value) ?? []) : [];
  return date === '' ? value : formatTimestamp(getInstantAt(date, time));
}
