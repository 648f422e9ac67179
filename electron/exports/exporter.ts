import { basename, format, parse } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ExportManifest, ExportRequest } from '../../shared/contract/exports.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { Caller } from '../base/caller.ts';
import { wrapCalls } from '../platform/platform-calls.ts';
import { replaceFile } from './atomic-file.ts';
import { compareFiles } from './compare-files.ts';
import { expectNotCancelled, translatingFailures, untilCancelled } from './export-error.ts';
import { recordedUser } from './export-history.ts';
import type { ExportPlatform } from './export-platform.ts';
import { type ExportContext, selectExport } from './select-export.ts';
import { type PartRequest, type ReportProgress, type WrittenExport, writeExport } from './write-export.ts';
import { WRITERS } from './writers/registry.ts';

export interface ExportJob {
  readonly request: ExportRequest;
  readonly caller: Caller;
  /** Absolute; a file without all of its rows gets another name in the same folder. */
  readonly targetPath: string;
  readonly onProgress: ReportProgress;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
}

export interface DoneExport {
  readonly path: string;
  readonly manifest: ExportManifest;
}

/** Saves what the filters select as a file. All calls throw `ExportError`. */
export interface Exporter {
  /** Such as `prijslijst_2026-11-21.csv`; also refuses an invalid request early. The signal ends it. */
  suggestFileName(request: ExportRequest, caller: Caller, signal: AbortSignal): Promise<string>;
  /** Writes the whole file, one whose name says INCOMPLETE, or none. */
  run(job: ExportJob): Promise<DoneExport>;
  compare: typeof compareFiles;
}

/** `work` is done on the thread that asks, unless another is given. */
export function createExporter(
  context: ExportContext,
  { write, compare }: ExportWork = { write: (...asked) => writeExport(context, ...asked), compare: compareFiles },
): Exporter {
  async function suggestFileName(request: ExportRequest, caller: Caller, signal: AbortSignal): Promise<string> {
    const platform = endingPlatform(context.platform, signal);
    const { selection } = await selectExport({ ...context, platform }, request, caller);
    return fileNameOf(selection.nameParts, WRITERS[request.format].extension);
  }

  async function run({ targetPath, onProgress, signal, ...job }: ExportJob): Promise<DoneExport> {
    expectNotCancelled(signal);
    const { request, caller } = job;
    const fill = async (part: string, mode: number | null) => {
      const written = await write({ request, caller, part, mode }, onProgress, signal);
      expectNotCancelled(signal);
      return written;
    };
    const { filled, path } = await replaceFile(targetPath, fill, { pathOf: tellingPath });
    const { file: _file, ...facts } = filled;
    const user = recordedUser(caller) === null ? null : caller.email;
    const lockedLocationId = caller.lockedLocation?.id ?? null;
    const manifest = { request, fileName: basename(path), account: caller.account, user, lockedLocationId, ...facts };
    return { path, manifest };
  }

  return { suggestFileName: (...asked) => translatingFailures(suggestFileName(...asked)), run, compare };
}

/** The name shows that a file lacks rows or is made from a copy. */
function tellingPath({ shortfall, copyOf, asOf }: WrittenExport, asked: string): string {
  const path = copyOf === undefined ? asked : copyPath(asked, asOf);
  return shortfall === null ? path : incompletePath(path);
}

/** The long part of exports: on the thread that asks, or on one of its own. Both end when the signal is given. */
export interface ExportWork {
  /** Fills the part file. Throws `ExportError`. */
  write(asked: PartRequest, onProgress: ReportProgress, signal: AbortSignal): Promise<WrittenExport>;
  compare: typeof compareFiles;
}

/** Its calls throw `ExportError` `cancelled` as soon as the signal is given. */
export function endingPlatform(platform: ExportPlatform, signal: AbortSignal): ExportPlatform {
  return wrapCalls(platform, async (call) => {
    // A platform that answers at once leaves no other moment to cancel.
    await setImmediate();
    expectNotCancelled(signal);
    return untilCancelled(signal, call());
  });
}

const LONGEST_PART = 60;

/** A file name that every system takes. The first part must not be a word that Windows reserves. */
export function fileNameOf(parts: readonly string[], extension: string): string {
  return `${parts.map(plainPart).join('_')}.${extension}`;
}

/** Letters, digits and single dashes; `x` when nothing of the kind is in it. */
function plainPart(part: string): string {
  const plain = foldText(part)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-|-$/g, '');
  return plain || 'x';
}

/** The path of a file made of a copy while the platform was unreachable. `asOf` in RFC 3339. */
function copyPath(path: string, asOf: string): string {
  return withSuffix(path, `_AS-OF_${asOf.slice(0, 10)}_${asOf.slice(11, 16).replace(':', '')}`);
}

/** The path of a file that lacks rows. */
export function incompletePath(path: string): string {
  return withSuffix(path, '_INCOMPLETE');
}

function withSuffix(path: string, suffix: string): string {
  const { dir, name, ext } = parse(path);
  return format({ dir, name: `${name}${suffix}`, ext });
}
