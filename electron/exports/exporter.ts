import type { ExportRequest } from '../../shared/contract/bridge.ts';
import type { Caller } from '../platform/platform.ts';
import { fileNameOf } from './file-name.ts';
import { type ExportGround, selectExport } from './select-export.ts';
import { translatingFailures } from './translate-failures.ts';
import { type PartRequest, type WrittenExport, writeExport } from './write-export.ts';
import { replaceFile } from './writers/atomic-file.ts';

/** Saves what the filters select as a file. Both calls throw `ExportError`. */
export interface Exporter {
  /** Such as `prijslijst_2026-11-21.csv`; also tells early that a request cannot be taken. */
  suggestFileName(request: ExportRequest, caller: Caller): Promise<string>;
  /** Writes the whole file or none. */
  run(request: ExportRequest, caller: Caller, targetPath: string): Promise<WrittenExport>;
}

/** `write` fills the part file; by default here, on the thread that asks. */
export function createExporter(
  ground: ExportGround,
  write: (asked: PartRequest) => Promise<WrittenExport> = (asked) => writeExport(ground, asked),
): Exporter {
  async function suggestFileName(request: ExportRequest, caller: Caller): Promise<string> {
    const { selection } = await selectExport(ground, request, caller);
    return fileNameOf(selection.nameParts, 'csv');
  }

  return {
    suggestFileName: (request, caller) => translatingFailures(suggestFileName(request, caller)),
    run: (request, caller, targetPath) => replaceFile(targetPath, (part) => write({ request, caller, part })),
  };
}
