import { resolve } from 'node:path';
import type { ExportProgress } from '../../../shared/contract/exports.ts';
import type { DoneExport, Exporter, ExportJob } from '../../exports/exporter.ts';
import { writeMonthPackage } from '../../exports/package/month-package.ts';
import { packageFileName } from '../../exports/package/package-file-name.ts';
import { findPlace } from '../../exports/package/package-place.ts';
import type { ExportGround } from '../../exports/select-export.ts';
import { writeManifest } from '../../exports/write-manifest.ts';
import type { Caller } from '../../platform/platform.ts';
import type { DatasetCommand, PackageCommand } from './export-command.ts';
import type { ExportOutcome } from './export-outcome.ts';

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
  /** Throws for a path at which no file can be made. */
  readonly expectTarget: (path: string) => void;
  readonly show: (progress: ExportProgress, name?: string) => void;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** Writes what was asked for and says what came of it. Throws `ExportError`. */
export function runExportCommand(
  command: DatasetCommand | PackageCommand,
  deps: ExportDeps,
): Promise<ExportOutcome> {
  return command.kind === 'package' ? savePackage(command, deps) : saveDataset(command, deps);
}

async function saveDataset(
  { request, out, hasManifest }: DatasetCommand,
  { exporter, save, caller, show, signal, ...deps }: ExportDeps,
): Promise<ExportOutcome> {
  const suggested = await exporter.suggestFileName(request, caller);
  const targetPath = targetOf(deps, out ?? suggested);
  const tell = (progress: ExportProgress) => show(progress);
  const { path, manifest } = await save({ request, caller, targetPath, tell, signal });
  if (hasManifest) await writeManifest(path, manifest);
  return { path, faults: manifest.shortfall === null ? [] : [manifest.shortfall.message] };
}

async function savePackage(
  { request, out }: PackageCommand,
  { ground, exporter, caller, show, signal, ...deps }: ExportDeps,
): Promise<ExportOutcome> {
  const place = await findPlace(ground.platform, caller, request.locationId);
  const targetPath = targetOf(deps, out ?? packageFileName(request, place?.title ?? null));
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
  };
}

function targetOf(
  { workingFolder, expectTarget }: Pick<ExportDeps, 'workingFolder' | 'expectTarget'>,
  out: string,
): string {
  const path = resolve(workingFolder, out);
  expectTarget(path);
  return path;
}
