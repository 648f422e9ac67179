import { basename } from 'node:path';
import type { ExportComparison, ExportManifest, ExportRequest } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import { replaceFile } from './atomic-file.ts';
import type { CompareRequest } from './compare-export.ts';
import { copyPath } from './copy-name.ts';
import { expectNotCancelled } from './expect-not-cancelled.ts';
import { type ExportWork, exportWorkOn } from './export-work.ts';
import { fileNameOf } from './file-name.ts';
import { incompletePath } from './incomplete-name.ts';
import { recordedUser } from './operator-caller.ts';
import type { TellProgress } from './reading.ts';
import { type ExportGround, selectExport } from './select-export.ts';
import { translatingFailures } from './translate-failures.ts';
import type { WrittenExport } from './write-export.ts';
import { WRITERS } from './writers/registry.ts';

/** An export that was asked for, and where its file is to lie. */
export interface ExportJob {
  readonly request: ExportRequest;
  readonly caller: Caller;
  /** Absolute; a file without all of its rows gets another name in the same folder. */
  readonly targetPath: string;
  /** Path of a file that is to keep the rows and does not exist yet; it is not removed here. Absent: none. */
  readonly snapshotPath?: string;
  readonly tell: TellProgress;
  /** Aborting it ends the export and leaves nothing behind. */
  readonly signal: AbortSignal;
}

export interface DoneExport {
  readonly path: string;
  readonly manifest: ExportManifest;
  /** Why the snapshot that was asked for is not there; null where it is. */
  readonly snapshotProblem: string | null;
}

/** Saves what the filters select as a file. All calls throw `ExportError`. */
export interface Exporter {
  /** Such as `prijslijst_2026-11-21.csv`; also tells early that a request cannot be taken. */
  suggestFileName(request: ExportRequest, caller: Caller): Promise<string>;
  /** Writes the whole file, one that is marked as incomplete, or none. */
  run(job: ExportJob): Promise<DoneExport>;
  /** Reads again what an earlier export read, and says what has changed since. */
  compare(asked: CompareRequest, signal: AbortSignal): Promise<ExportComparison>;
}

/** `work` is done on the thread that asks, unless another is given. */
export function createExporter(
  ground: ExportGround,
  { write, compare }: ExportWork = exportWorkOn(ground),
): Exporter {
  async function suggestFileName(request: ExportRequest, caller: Caller): Promise<string> {
    const { selection } = await selectExport(ground, request, caller);
    return fileNameOf(selection.nameParts, WRITERS[request.format].extension);
  }

  async function run({ targetPath, tell, signal, ...job }: ExportJob): Promise<DoneExport> {
    expectNotCancelled(signal);
    const { request, caller, snapshotPath: snapshot = null } = job;
    const fill = async (part: string, mode: number | null) => {
      const written = await write({ request, caller, part, mode, snapshot }, tell, signal);
      expectNotCancelled(signal);
      return written;
    };
    const { filled, path } = await replaceFile(targetPath, fill, { pathOf: tellingPath });
    const { snapshotProblem, ...facts } = filled;
    const { account } = caller;
    const user = recordedUser(caller) === null ? null : caller.email;
    return {
      path,
      manifest: { request, fileName: basename(path), account, user, ...facts },
      snapshotProblem,
    };
  }

  return {
    suggestFileName: (request, caller) => translatingFailures(suggestFileName(request, caller)),
    run,
    compare,
  };
}

/** What a file is not, its name tells: all of the rows, or of now. */
function tellingPath({ shortfall, copyOf, asOf }: WrittenExport, asked: string): string {
  const path = copyOf === undefined ? asked : copyPath(asked, asOf);
  return shortfall === null ? path : incompletePath(path);
}
