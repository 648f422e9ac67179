import type { ExportComparison } from '../../shared/contract/exports.ts';
import { type CompareRequest, compareExport } from './compare-export.ts';
import type { TellProgress } from './reading.ts';
import type { ExportGround } from './select-export.ts';
import { type PartRequest, type WrittenExport, writeExport } from './write-export.ts';

/** The long part of exports: on the thread that asks, or on one of its own. Both end when the signal is given. */
export interface ExportWork {
  /** Fills the part file and, where one is asked for, the snapshot. Throws `ExportError`. */
  write(asked: PartRequest, tell: TellProgress, signal: AbortSignal): Promise<WrittenExport>;
  compare(asked: CompareRequest, signal: AbortSignal): Promise<ExportComparison>;
}

/** On the thread that asks. */
export function exportWorkOn(ground: ExportGround): ExportWork {
  return {
    write: (asked, tell, signal) => writeExport(ground, asked, tell, signal),
    compare: (asked, signal) => compareExport(ground, asked, signal),
  };
}
