import type { ExportComparison, ExportProgress } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import { expectNotCancelled } from '../exports/expect-not-cancelled.ts';
import type { ExportWork } from '../exports/export-work.ts';
import { createExporter, type Exporter } from '../exports/exporter.ts';
import type { TellProgress } from '../exports/reading.ts';
import type { ExportGround } from '../exports/select-export.ts';
import type { WrittenExport } from '../exports/write-export.ts';
import { resultOf } from './export-answer.ts';
import type { ExportThreadAnswer, ExportThreadRequest } from './export-requests.ts';
import { threadLost } from './thread-lost.ts';
import { ThreadError } from './thread-messages.ts';
import { createThreadPool } from './thread-pool.ts';
import { createTurns } from './turns.ts';

export interface ThreadedExporter extends Exporter {
  /** Ends what is under way, which leaves no file, and takes nothing else. Never rejects. */
  close(): Promise<void>;
}

export interface ExportThread {
  /** Path of a script that answers as `answerWith` does. */
  readonly script: string;
  /** What the script makes its platform from. */
  readonly data: unknown;
  /** Does the exports of callers whose platform no thread has; absent: there are none. */
  readonly elsewhere?: { readonly has: (caller: Caller) => boolean; readonly work: ExportWork };
}

const AT_ONCE = 2;
/**
 * Rows die young and in small batches: with little room for the young ones the thread stays small, which by
 * itself would take three times 16 MiB before it collects. The old ones never come near their limit.
 */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
/** A thread that nobody needs for so long gives its memory back. */
const IDLE_MS = 60_000;
const WAITING: ExportProgress = { phase: 'waiting', rows: 0, total: null };

/**
 * Writes files in threads, so that nobody waits for an export: two at once, in threads that stay for the next ones. More
 * than two at once wait. File names are made here: that takes no time.
 */
export function createThreadedExporter(
  ground: ExportGround,
  { elsewhere, ...options }: ExportThread,
): ThreadedExporter {
  const inTurn = createTurns(AT_ONCE);
  const pool = createThreadPool<unknown, ExportThreadRequest, ExportThreadAnswer, ExportProgress>({
    ...options,
    ...{ size: AT_ONCE, idleMs: IDLE_MS, limits: LIMITS, clock: ground.clock },
  });
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function onThread(
    request: ExportThreadRequest,
    signal: AbortSignal,
    onProgress?: TellProgress,
  ): Promise<WrittenExport | ExportComparison> {
    if (closing.signal.aborted) throw threadLost(request.kind);
    try {
      return resultOf(await pool.ask(request, { onProgress, signal }));
    } catch (error) {
      expectNotCancelled(signal);
      throw error instanceof ThreadError ? threadLost(request.kind, error) : error;
    }
  }

  async function untilDone<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  }

  const threaded: ExportWork = {
    // The answer is that of the request: `answerWith` has one for each.
    write: (asked, tell, signal) =>
      onThread({ kind: 'write', asked }, signal, tell) as Promise<WrittenExport>,
    compare: (asked, signal) => onThread({ kind: 'compare', asked }, signal) as Promise<ExportComparison>,
  };

  function workOf(caller: Caller): ExportWork {
    if (elsewhere?.has(caller) !== true) return threaded;
    const { work } = elsewhere;
    const untilClosed = (signal: AbortSignal) => AbortSignal.any([signal, closing.signal]);
    return {
      write: (asked, tell, signal) => work.write(asked, tell, untilClosed(signal)),
      compare: (asked, signal) => work.compare(asked, untilClosed(signal)),
    };
  }

  const exporter = createExporter(ground, {
    write(asked, tell, signal) {
      tell(WAITING);
      return inTurn(signal, () => workOf(asked.caller).write(asked, tell, signal));
    },
    compare: (asked, signal) => inTurn(signal, () => workOf(asked.caller).compare(asked, signal)),
  });
  return {
    suggestFileName: exporter.suggestFileName,
    run: (job) => untilDone(exporter.run(job)),
    compare: (asked, signal) => untilDone(exporter.compare(asked, signal)),
    async close() {
      closing.abort();
      await pool.end();
      await Promise.allSettled(underWay);
    },
  };
}
