import type { ExportProgress } from '../../../shared/contract/exports.ts';
import type { Caller } from '../../platform/platform.ts';
import { startThread, type Thread } from '../../threads/start-thread.ts';
import { ThreadError } from '../../threads/thread-error.ts';
import { expectNotCancelled } from '../expect-not-cancelled.ts';
import type { ExportWork } from '../export-work.ts';
import { createExporter, type Exporter } from '../exporter.ts';
import type { TellProgress } from '../reading.ts';
import type { ExportGround } from '../select-export.ts';
import { type ExportAnswer, resultOf } from './export-answer.ts';
import type { ExportThreadRequest } from './export-requests.ts';
import { threadLost } from './thread-lost.ts';
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
const WAITING: ExportProgress = { phase: 'waiting', rows: 0, total: null };

/**
 * Writes each file in a thread of its own, so that nobody waits for an export; the thread ends with it and its
 * memory goes back. More than two at once wait. File names are made here: that takes no time.
 */
export function createThreadedExporter(
  ground: ExportGround,
  { elsewhere, ...options }: ExportThread,
): ThreadedExporter {
  const inTurn = createTurns(AT_ONCE);
  const threads = new Set<Pick<Thread<unknown, unknown>, 'end'>>();
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function onThread<Result>(
    request: ExportThreadRequest,
    signal: AbortSignal,
    onProgress?: TellProgress,
  ): Promise<Result> {
    if (closing.signal.aborted) throw threadLost(request.kind);
    const thread = startThread<unknown, ExportThreadRequest, ExportAnswer<Result>, ExportProgress>({
      ...options,
      limits: LIMITS,
    });
    const end = () => void thread.end();
    signal.addEventListener('abort', end);
    threads.add(thread);
    try {
      return resultOf(await thread.ask(request, { onProgress }));
    } catch (error) {
      expectNotCancelled(signal);
      throw error instanceof ThreadError ? threadLost(request.kind, error) : error;
    } finally {
      signal.removeEventListener('abort', end);
      // Only then does nobody write to the part file any more.
      await thread.end();
      threads.delete(thread);
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
    write: (asked, tell, signal) => onThread({ kind: 'write', asked }, signal, tell),
    compare: (asked, signal) => onThread({ kind: 'compare', asked }, signal),
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
      await Promise.all([...threads].map((thread) => thread.end()));
      await Promise.allSettled(underWay);
    },
  };
}
