import { createHash } from 'node:crypto';
import { localTimestamp } from '../../shared/calendar.ts';
import type { ExportManifest, ExportPhase, ExportRequest } from '../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../shared/datasets/column.ts';
import type { Caller } from '../base/caller.ts';
import { fillPart, removePart } from './atomic-file.ts';
import type { ExportRow } from './dataset.ts';
import { expectNotCancelled } from './expect-not-cancelled.ts';
import { ExportError } from './export-error.ts';
import { startReading, type TellProgress } from './reading.ts';
import { refuseTooMany } from './refuse-too-many.ts';
import { type ExportGround, type SelectedExport, selectExport } from './select-export.ts';
import { snapshotHead } from './snapshot-row.ts';
import { type SnapshotWriter, startSnapshot } from './snapshot-writer.ts';
import { translatingFailures } from './translate-failures.ts';
import { WRITERS } from './writers/registry.ts';
import type { ExportDocument } from './writers/writer.ts';

/** What a file became; the rest of the manifest is known to who asked for it. */
export interface WrittenExport extends Omit<ExportManifest, 'request' | 'fileName' | 'account' | 'user'> {
  /** Why the snapshot that was asked for is not there; null where it is. */
  readonly snapshotProblem: string | null;
}

/** What is written where; plain values, for it may be asked of a thread. */
export interface PartRequest {
  readonly request: ExportRequest;
  readonly caller: Caller;
  /** Path of a file that does not exist yet. */
  readonly part: string;
  /** Permissions of the file that it will replace; null where there is none. */
  readonly mode: number | null;
  /** Path of a file that does not exist yet, to keep the rows in for later comparison; null for none. */
  readonly snapshot: string | null;
}

/** How far it is, and whether it is still wanted. */
interface Course {
  readonly tell: TellProgress;
  readonly signal: AbortSignal;
}

/**
 * Writes all that the request selects to the part file. What did not hold together is read once more from the start;
 * if that fails too, the file has what there is, and `shortfall` says so. Whoever asks removes part and snapshot when
 * this throws.
 */
export function writeExport(
  ground: ExportGround,
  asked: PartRequest,
  tell: TellProgress,
  signal: AbortSignal,
): Promise<WrittenExport> {
  return translatingFailures(writeRows(ground, asked, { tell, signal }));
}

async function writeRows(ground: ExportGround, asked: PartRequest, course: Course): Promise<WrittenExport> {
  const selected = await selectExport(ground, asked.request, asked.caller);
  const total = await selected.selection.count();
  refuseTooMany(WRITERS[asked.request.format], total);
  course.tell({ phase: 'reading', rows: 0, total });
  const first = await writeOnce(ground, asked, selected, 'reading', course);
  if (first.shortfall?.kind !== 'moved') return first;
  await removePart(asked.part);
  if (asked.snapshot !== null) await removePart(asked.snapshot);
  course.tell({ phase: 'again', rows: 0, total: first.total });
  const second = await writeOnce(ground, asked, selected, 'again', course);
  if (second.shortfall !== null && second.rows === 0) {
    throw new ExportError('incomplete', second.shortfall.message);
  }
  return second;
}

async function writeOnce(
  { clock }: ExportGround,
  asked: PartRequest,
  selected: SelectedExport,
  phase: ExportPhase,
  { tell, signal }: Course,
): Promise<WrittenExport> {
  const { columns, selection, age } = selected;
  const writer = WRITERS[asked.request.format];
  const startedAt = localTimestamp(clock.now());
  const document = documentOf(asked, selected, startedAt);
  const snapshot = snapshotOf(asked, selected);
  const onRows = async (batch: readonly ExportRow[]) => {
    expectNotCancelled(signal);
    await snapshot?.add(batch);
  };
  const reading = startReading({ selection, columns, writer, phase, startedAt, age, tell, onRows });
  const digest = createHash('sha256');
  const chunks = writer.write(document, reading.batches(), reading.end);
  const mode = asked.mode ?? modeOfNew(columns);
  const onBytes = (chunk: Uint8Array) => {
    // A document may be drawn long after its last row was read.
    expectNotCancelled(signal);
    digest.update(chunk);
  };
  const bytes = await fillPart(asked.part, chunks, onBytes, { mode }).catch(async (error) => {
    await snapshot?.abandon();
    throw error;
  });
  const { rows, total, asOf, sums, shortfall } = reading.end();
  const snapshotProblem = (await snapshot?.end()) ?? null;
  const copyOf = age()?.unreachable ?? null;
  return {
    columns: columns.map(({ id }) => id),
    place: selection.place,
    period: selection.period,
    filters: selection.filters,
    rows,
    total,
    asOf,
    ...(copyOf !== null && { copyOf }),
    sums,
    shortfall,
    bytes,
    sha256: digest.digest('hex'),
    snapshotProblem,
  };
}

const OWNER_ALONE = 0o600;

/** What says something about a person is for nobody else on the computer; null for what every new file is. */
function modeOfNew(columns: readonly DatasetColumn[]): number | null {
  return columns.some(({ isPersonal }) => isPersonal) ? OWNER_ALONE : null;
}

function documentOf(
  { request, caller }: PartRequest,
  { dataset: { declaration }, columns, selection }: SelectedExport,
  asOf: string,
): ExportDocument {
  const { language, profile = 'excel' } = request;
  const { place, period, filters } = selection;
  const { sectionColumn, isForImport } = declaration;
  const title = declaration.title[language];
  return {
    title,
    language,
    profile,
    columns,
    sectionColumn,
    isForImport,
    account: caller.account,
    place,
    period,
    filters,
    asOf,
  };
}

function snapshotOf(
  { caller, snapshot }: PartRequest,
  { dataset, columns }: SelectedExport,
): SnapshotWriter | null {
  return snapshot === null
    ? null
    : startSnapshot(snapshot, snapshotHead(dataset.declaration, columns, caller));
}
