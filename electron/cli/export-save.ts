import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CalendarDate } from '../../shared/calendar.ts';
import type { ExportManifest, ExportProgress } from '../../shared/contract/exports.ts';
import type { Period } from '../../shared/periods.ts';
import { unknownNote } from '../../shared/unknown-figures.ts';
import type { Caller } from '../base/caller.ts';
import { ConfigError } from '../config/config.ts';
import { fillPart, findTarget, onDisk, replaceFile } from '../exports/atomic-file.ts';
import { ExportError } from '../exports/export-error.ts';
import type { DoneExport, Exporter, ExportJob } from '../exports/exporter.ts';
import { type DonePackage, planMonthPackage, writeMonthPackage } from '../exports/month-package.ts';
import type { ExportContext } from '../exports/select-export.ts';
import type { DatasetCommand, PackageCommand } from './export-command.ts';

/** Where the rows come from, and for whom. */
export interface ExportOrigin {
  readonly context: ExportContext;
  readonly caller: Caller;
  readonly exporter: Exporter;
  /** Writes a file as `exporter` does, and records it where there is a history. */
  readonly save: (job: ExportJob) => Promise<Pick<DoneExport, 'path' | 'manifest'>>;
  /** Records a package where there is a history. */
  readonly record: (caller: Caller, done: DonePackage) => Promise<unknown>;
  /** Absolute path of a folder for what is not yet put together, in which nobody else can change it. */
  readonly temporaryFolder: string;
}

export interface ExportDeps extends ExportOrigin {
  /** Absolute; relative paths start here. */
  readonly workingFolder: string;
  readonly show: (progress: ExportProgress, name?: string) => void;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** Runs the export. Throws `ExportError`, and `ConfigError` for a wrong target. */
export function runExportCommand(command: DatasetCommand | PackageCommand, deps: ExportDeps): Promise<ExportOutcome> {
  const saving = command.kind === 'package' ? savePackage(command, deps) : saveDataset(command, deps);
  return advisingLedgers(command, saving);
}

async function saveDataset(
  { request, out, hasManifest }: DatasetCommand,
  { exporter, save, caller, show, signal, workingFolder }: ExportDeps,
): Promise<ExportOutcome> {
  const suggested = await exporter.suggestFileName(request, caller, signal);
  const targetPath = resolve(workingFolder, out ?? suggested);
  await expectTarget(targetPath);
  if (hasManifest) await expectTarget(manifestPathOf(targetPath));
  const onProgress = (progress: ExportProgress) => show(progress);
  const { path, manifest } = await save({ request, caller, targetPath, onProgress, signal });
  const { copyOf, asOf } = manifest;
  return {
    path,
    faults: manifest.shortfall === null ? [] : [manifest.shortfall.message],
    notes: [
      ...(copyOf === undefined
        ? []
        : [`${copyOf} cannot be reached: the file is a copy as of ${asOf}, and its name says so.`]),
      ...unknownNotes([manifest]),
      ...periodNotes(manifest.period, dayOf(manifest)),
    ],
    manifestProblem: hasManifest ? await writeManifest(path, manifest) : null,
  };
}

/** Writes the manifest beside its file; answers why it could not be written, null where it was. */
async function writeManifest(path: string, manifest: ExportManifest): Promise<string | null> {
  async function* text() {
    yield `${JSON.stringify(manifest, null, 2)}\n`;
  }
  try {
    await replaceFile(manifestPathOf(path), (part, mode) => fillPart(part, text(), () => {}, { mode }));
    return null;
  } catch (error) {
    if (error instanceof ExportError) return error.message;
    throw error;
  }
}

async function savePackage(
  { request, out }: PackageCommand,
  { context, exporter, caller, record, temporaryFolder, show, signal, workingFolder }: ExportDeps,
): Promise<ExportOutcome> {
  const { place, fileName: suggested } = await planMonthPackage(context, request, caller);
  const targetPath = resolve(workingFolder, out ?? suggested);
  await expectTarget(targetPath);
  const onProgress = (fileName: string, progress: ExportProgress) => show(progress, fileName);
  const job = { request, caller, place, targetPath, onProgress, signal };
  const done = await writeMonthPackage({ ...context, exporter, temporaryFolder }, job);
  await record(caller, done);
  const { path, manifest } = done;
  return {
    path,
    faults: [
      ...(manifest.heldStill ? [] : ['The figures of the report changed while the files were read, twice.']),
      ...manifest.members.flatMap(({ fileName, shortfall }) =>
        shortfall === null ? [] : [`${fileName}: ${shortfall.message}`],
      ),
    ],
    notes: [...unknownNotes(manifest.members), ...periodNotes(manifest.period, dayOf(manifest))],
    manifestProblem: null,
  };
}

/** The day of the RFC 3339 moment at which the figures were read. */
function dayOf({ asOf }: { readonly asOf: string }): CalendarDate {
  return asOf.slice(0, 10);
}

/** Exit statuses; scheduled tasks depend on them. */
const EXPORT_STATUS = {
  ...{ whole: 0, failed: 1, mistaken: 2, incomplete: 3, notBookable: 4 },
  /** The file is whole, and something that belongs to it is missing. */
  unaccompanied: 5,
} as const;

/** What was written. */
export interface ExportOutcome {
  readonly path: string;
  /** Why the file is not complete; empty for one that is. */
  readonly faults: readonly string[];
  readonly notes: readonly string[];
  /** Why there is no manifest beside it; null where there is one, or none was asked for. */
  readonly manifestProblem: string | null;
}

/** The messages about a file that was written. */
export function warningLines({ faults, notes, manifestProblem }: ExportOutcome): readonly string[] {
  return [
    ...(faults.length === 0 ? [] : ['The export is INCOMPLETE, and its name says so:']),
    ...faults.map((fault) => `- ${fault}`),
    ...notes,
    ...(manifestProblem === null ? [] : [`The file is there; only its manifest is missing. ${manifestProblem}`]),
  ];
}

/** `isReported`: whether the path of the file could be printed. */
export function statusOfOutcome({ faults, manifestProblem }: ExportOutcome, isReported: boolean): number {
  if (faults.length > 0) return EXPORT_STATUS.incomplete;
  return isReported && manifestProblem === null ? EXPORT_STATUS.whole : EXPORT_STATUS.unaccompanied;
}

export function statusOfFailure({ code }: ExportError): number {
  if (code === 'invalid_request') return EXPORT_STATUS.mistaken;
  return code === 'not_bookable' ? EXPORT_STATUS.notBookable : EXPORT_STATUS.failed;
}

/** The message as a sentence of its own. */
export function sentenceOfFailure({ code, message }: ExportError): string {
  return code === 'invalid_request' ? `This cannot be exported: ${message}.` : message;
}

/** Throws `ConfigError` for a path that the user must change, `ExportError` for an error of the disk. */
export async function expectTarget(path: string): Promise<void> {
  const folder = dirname(path);
  try {
    await onDisk(stat(folder));
    await findTarget(path);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    if (error.reason === 'no-folder') {
      throw new ConfigError(`There is no folder ${folder} to save the file in.`, { cause: error });
    }
    if (error.reason === 'bad-name') {
      throw new ConfigError(`${error.message} Name another file than ${path} with --out.`, { cause: error });
    }
    throw error;
  }
}

function manifestPathOf(path: string): string {
  return `${path}.manifest.json`;
}

const ADVICE =
  'Accounts that were chosen in the window are not read from a service: name a file of them with --ledgers.';

/** Adds advice to the refusal of a journal that a service cannot book. */
async function advisingLedgers<Result>(
  { source, ledgers }: Pick<DatasetCommand | PackageCommand, 'source' | 'ledgers'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isRefused = error instanceof ExportError && error.code === 'not_bookable';
    if (!isRefused || source.kind !== 'service' || ledgers !== null) throw error;
    throw new ExportError(error.code, `${error.message} ${ADVICE}`, { cause: error });
  }
}

/** What the files lack because the platform does not know it. */
function unknownNotes(manifests: readonly Pick<ExportManifest, 'unknown'>[]): readonly string[] {
  const names = new Set(manifests.flatMap(({ unknown = [] }) => unknown));
  const note = unknownNote([...names], 'en');
  return note === null ? [] : [note];
}

/** Notes on figures that were read on `today`; `period` is null for figures without one. */
export function periodNotes(period: Period | null, today: CalendarDate): readonly string[] {
  if (period === null || period.to < today) return [];
  return [`The figures of this period can still change: its last day, ${period.to}, is not over.`];
}
