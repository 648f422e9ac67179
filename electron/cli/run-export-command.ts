import { resolve } from 'node:path';
import { type CalendarDate, dateAt } from '../../shared/calendar.ts';
import type { ExportManifest, ExportProgress } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import { ExportError } from '../exports/export-error.ts';
import type { DoneExport, Exporter, ExportJob } from '../exports/exporter.ts';
import { writeMonthPackage } from '../exports/month-package.ts';
import { packageFileName } from '../exports/package-file-name.ts';
import { findPlace } from '../exports/package-place.ts';
import type { ExportGround } from '../exports/select-export.ts';
import { advisingLedgers } from './advise-ledgers.ts';
import { expectTarget } from './expect-target.ts';
import type { DatasetCommand, PackageCommand } from './export-command.ts';
import type { ExportOutcome } from './export-outcome.ts';
import { periodNotes } from './period-notes.ts';
import { manifestPathOf, writeManifest } from './write-manifest.ts';

/** Where the rows come from, and for whom. */
export interface ExportOrigin {
  readonly ground: ExportGround;
  readonly caller: Caller;
  readonly exporter: Exporter;
  /** Writes a file as `exporter` does, and records it where there is a history. */
  readonly save: (job: ExportJob) => Promise<Pick<DoneExport, 'path' | 'manifest'>>;
}

export interface ExportDeps extends ExportOrigin {
  /** Absolute; relative paths start here. */
  readonly workingFolder: string;
  readonly show: (progress: ExportProgress, name?: string) => void;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** Writes what was asked for and says what came of it. Throws `ExportError`, and `ConfigError` for where it is to lie. */
export function runExportCommand(
  command: DatasetCommand | PackageCommand,
  deps: ExportDeps,
): Promise<ExportOutcome> {
  const saving = command.kind === 'package' ? savePackage(command, deps) : saveDataset(command, deps);
  return advisingLedgers(command, saving);
}

async function saveDataset(
  { request, out, hasManifest }: DatasetCommand,
  { exporter, save, caller, show, signal, workingFolder }: ExportDeps,
): Promise<ExportOutcome> {
  const suggested = await exporter.suggestFileName(request, caller);
  const targetPath = resolve(workingFolder, out ?? suggested);
  await expectTarget(targetPath);
  if (hasManifest) await expectTarget(manifestPathOf(targetPath));
  const tell = (progress: ExportProgress) => show(progress);
  const { path, manifest } = await save({ request, caller, targetPath, tell, signal });
  return {
    path,
    faults: manifest.shortfall === null ? [] : [manifest.shortfall.message],
    notes: [...copyNotes(manifest), ...periodNotes(manifest.period, dayOf(manifest))],
    manifestProblem: hasManifest ? await manifestProblem(path, manifest) : null,
  };
}

/** The file is there by now: why its manifest is not; null where it is. */
async function manifestProblem(path: string, manifest: ExportManifest): Promise<string | null> {
  try {
    await writeManifest(path, manifest);
    return null;
  } catch (error) {
    if (error instanceof ExportError) return error.message;
    throw error;
  }
}

async function savePackage(
  { request, out }: PackageCommand,
  { ground, exporter, caller, show, signal, workingFolder }: ExportDeps,
): Promise<ExportOutcome> {
  const place = await findPlace(ground.platform, caller, request.locationId);
  const title = place?.title ?? caller.lockedLocation?.title ?? null;
  const suggested = packageFileName(request, title, dateAt(ground.clock.now()));
  const targetPath = resolve(workingFolder, out ?? suggested);
  await expectTarget(targetPath);
  const tell = (fileName: string, progress: ExportProgress) => show(progress, fileName);
  const job = { request, caller, place, targetPath, tell, signal };
  const { path, manifest } = await writeMonthPackage({ ...ground, exporter }, job);
  return {
    path,
    faults: [
      ...(manifest.heldStill ? [] : ['The figures of the report changed while the files were read, twice.']),
      ...manifest.members.flatMap(({ fileName, shortfall }) =>
        shortfall === null ? [] : [`${fileName}: ${shortfall.message}`],
      ),
    ],
    notes: periodNotes(manifest.period, dayOf(manifest)),
    manifestProblem: null,
  };
}

function copyNotes({ copyOf, asOf }: ExportManifest): readonly string[] {
  if (copyOf === undefined) return [];
  return [`${copyOf} cannot be reached: the file is a copy as of ${asOf}, and its name says so.`];
}

/** Of the RFC 3339 moment at which the figures were read. */
function dayOf({ asOf }: { readonly asOf: string }): CalendarDate {
  return asOf.slice(0, 10);
}
