import { createGate } from '../../../shared/concurrency-gate.ts';
import { startThread, type Thread } from '../../threads/start-thread.ts';
import { ThreadError } from '../../threads/thread-error.ts';
import { ExportError } from '../export-error.ts';
import { createExporter, type Exporter } from '../exporter.ts';
import type { ExportGround } from '../select-export.ts';
import type { PartRequest, WrittenExport } from '../write-export.ts';
import { type ExportAnswer, writtenOf } from './export-answer.ts';

export interface ThreadedExporter extends Exporter {
  /** Ends the exports under way, which leave no file, and takes no others. Never rejects. */
  close(): Promise<void>;
}

export interface ExportThread {
  /** Path of a script that answers a `PartRequest` with an `ExportAnswer`. */
  readonly script: string;
  /** What the script makes its platform from. */
  readonly data: unknown;
}

const AT_ONCE = 2;
/**
 * Rows die young and in small batches: with little room for the young ones the thread stays small, which by
 * itself would take three times 16 MiB before it collects. The old ones never come near their limit.
 */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/**
 * Writes each file in a thread of its own, so that nobody waits for an export; the thread ends with it and its
 * memory goes back. More than two at once wait. File names are made here: that takes no time.
 */
export function createThreadedExporter(ground: ExportGround, options: ExportThread): ThreadedExporter {
  const gate = createGate(AT_ONCE);
  const threads = new Set<Thread<PartRequest, ExportAnswer>>();
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;

  async function write(asked: PartRequest): Promise<WrittenExport> {
    if (isClosed) throw brokenOff();
    const thread = startThread<unknown, PartRequest, ExportAnswer>({ ...options, limits: LIMITS });
    threads.add(thread);
    try {
      return writtenOf(await thread.ask(asked));
    } catch (error) {
      throw error instanceof ThreadError ? brokenOff(error) : error;
    } finally {
      // Only then does nobody write to the part file any more.
      await thread.end();
      threads.delete(thread);
    }
  }

  const exporter = createExporter(ground, (asked) => gate(() => write(asked)));
  return {
    suggestFileName: exporter.suggestFileName,
    async run(request, caller, targetPath) {
      const run = exporter.run(request, caller, targetPath);
      underWay.add(run);
      try {
        return await run;
      } finally {
        underWay.delete(run);
      }
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map((thread) => thread.end()));
      await Promise.allSettled(underWay);
    },
  };
}

function brokenOff(cause?: ThreadError): ExportError {
  return new ExportError('not_written', 'The file was not saved: the export broke off. Try again.', {
    cause,
  });
}
