import { createGate } from '../../shared/concurrency-gate.ts';
import type { ExportComparison, ExportProgress } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import { codeOf } from '../base/errors.ts';
import type { CompareRequest } from '../exports/compare-export.ts';
import { cancellation, ExportError, expectNotCancelled } from '../exports/export-error.ts';
import { type ExportPlatform, type RetryLimits, retryingPlatform } from '../exports/export-platform.ts';
import { createExporter, type Exporter, type ExportWork } from '../exports/exporter.ts';
import type { ExportContext } from '../exports/select-export.ts';
import type { PartRequest, ReportProgress, WrittenExport } from '../exports/write-export.ts';
import type { AskParent } from './answer-requests.ts';
import { answerAskedCalls, type PlatformQuestion } from './asked-platform.ts';
import { answerOf, type ExportAnswer, resultOf } from './export-answer.ts';
import { watchSilence } from './silence-watch.ts';
import { createThreadPool } from './thread.ts';
import { ThreadError } from './thread-messages.ts';

export interface ThreadedExporter extends Exporter {
  /** Ends exports under way, which leave no file, and refuses further ones. Never rejects. */
  close(): Promise<void>;
}

export interface ExportThread {
  /** Path of a script that answers as `answerWith` does. */
  readonly script: string;
  /** The script opens its platform from it. The script of the program takes a `StoreFile`, or `null` if there is none. */
  readonly data: unknown;
  /** For callers whose platform no thread has: the thread asks this one for their rows. Absent: there are none. */
  readonly elsewhere?: {
    readonly has: (caller: Caller) => boolean;
    readonly platform: ExportPlatform;
    readonly limits?: RetryLimits;
  };
}

const AT_ONCE = 2;

/**
 * Rows die young and in small batches: with little room for the young ones the thread stays small, which by
 * itself would take three times 16 MiB before it collects. The old ones never come near their limit.
 */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** An export of which nothing is heard for so long is ended. The texts of the window name it, too. */
const MAX_SILENT_MS = 10 * 60_000;

/**
 * Writes files in threads, so that no other work waits for an export: two at once, in threads that stay for the next ones.
 * Further ones wait. File names are made on the calling thread. Repeats calls that fail in a passing way.
 */
export function createThreadedExporter(
  context: ExportContext,
  { elsewhere, ...options }: ExportThread,
): ThreadedExporter {
  const inQueue = createTaskQueue(AT_ONCE);
  const pool = createThreadPool<unknown, ExportThreadRequest, ExportThreadAnswer, ExportProgress>({
    ...options,
    ...{ size: AT_ONCE, limits: LIMITS, clock: context.clock },
  });
  const underWay = new Set<Promise<unknown>>();
  const closing = new AbortController();

  async function onThread(
    work: ExportThreadWork,
    cancelling: AbortSignal,
    onProgress?: ReportProgress,
  ): Promise<WrittenExport | ExportComparison> {
    if (closing.signal.aborted) throw threadLost(work.kind);
    const silence = watchSilence(context.clock, MAX_SILENT_MS);
    const signal = AbortSignal.any([cancelling, closing.signal, silence.signal]);
    const answer = answerElsewhere(work.asked.caller, silence, signal);
    const noteProgress = (progress: ExportProgress) => {
      silence.hear();
      onProgress?.(progress);
    };
    try {
      const request = { ...work, isElsewhere: answer !== undefined };
      return resultOf(await pool.ask(request, { signal, onProgress: noteProgress, answerQuestion: answer }));
    } catch (error) {
      expectNotCancelled(cancelling);
      if (silence.signal.aborted) throw timedOut(error);
      throw error instanceof ThreadError ? threadLost(work.kind, error) : error;
    } finally {
      silence.close();
    }
  }

  /** Answers the calls of a thread for a caller whose platform it does not have; undefined for any other caller. */
  function answerElsewhere(caller: Caller, silence: ReturnType<typeof watchSilence>, signal: AbortSignal) {
    if (elsewhere?.has(caller) !== true) return undefined;
    const platform = retryingPlatform(elsewhere.platform, silence.pausing, signal, elsewhere.limits);
    const { ledgers, companyName } = context;
    const answer = answerAskedCalls({ ...platform, ledgers, companyName }, caller);
    return async (question: unknown) => {
      silence.hear();
      // `createAskedCalls` asks it.
      return answer(question as PlatformQuestion).finally(silence.hear);
    };
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
    // `answerWith` has an answer of this type for each kind of request.
    write: (asked, onProgress, signal) =>
      onThread({ kind: 'write', asked }, signal, onProgress) as Promise<WrittenExport>,
    compare: (asked, signal) => onThread({ kind: 'compare', asked }, signal) as Promise<ExportComparison>,
  };

  const exporter = createExporter(context, {
    write(asked, onProgress, signal) {
      onProgress({ phase: 'waiting', rows: 0, total: null });
      return inQueue(signal, () => threaded.write(asked, onProgress, signal));
    },
    compare: (asked, signal) => inQueue(signal, () => threaded.compare(asked, signal)),
  });
  return {
    suggestFileName(request, caller, signal) {
      const platform = retryingPlatform(context.platform, context.clock, signal, elsewhere?.limits);
      return createExporter({ ...context, platform }).suggestFileName(request, caller, signal);
    },
    run: (job) => untilDone(exporter.run(job)),
    compare: (asked, signal) => untilDone(exporter.compare(asked, signal)),
    async close() {
      closing.abort();
      await pool.end();
      await Promise.allSettled(underWay);
    },
  };
}

/**
 * Runs at most `atOnce` tasks at a time, in the order in which they came. A waiting task is rejected with `ExportError`
 * `cancelled` as soon as the signal is aborted; a task that has begun handles the signal itself.
 */
export function createTaskQueue(atOnce: number) {
  const gate = createGate(atOnce);

  return <Result>(signal: AbortSignal, task: () => Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      expectNotCancelled(signal);
      const leave = () => reject(cancellation());
      signal.addEventListener('abort', leave);
      const begin = () => {
        signal.removeEventListener('abort', leave);
        expectNotCancelled(signal);
        return task();
      };
      gate(async () => begin()).then(resolve, reject);
    });
}

const FAILURES = {
  write: {
    code: 'not_written',
    'broke-off': 'The file was not saved: the export broke off. Try again.',
    'out-of-memory': 'The file was not saved: it does not fit into memory. Choose another format, or fewer rows.',
  },
  compare: {
    code: 'not_comparable',
    'broke-off': 'The comparison broke off. Try again.',
    'out-of-memory': 'This list is too long to be compared: too many of its rows have changed.',
  },
} as const;

/** The error for a thread that ended before it answered. */
export function threadLost(kind: ExportThreadRequest['kind'], cause?: ThreadError): ExportError {
  const isOutOfMemory = codeOf(cause?.cause) === 'ERR_WORKER_OUT_OF_MEMORY';
  const message = FAILURES[kind][isOutOfMemory ? 'out-of-memory' : 'broke-off'];
  return new ExportError(FAILURES[kind].code, message, { cause, reason: isOutOfMemory ? 'out-of-memory' : null });
}

/** The error for an export that was ended because nothing came of it. */
function timedOut(cause: unknown): ExportError {
  return new ExportError('timed_out', 'Nothing happened for 10 minutes, so the export was stopped. Try again later.', {
    cause,
  });
}

type ExportThreadWork =
  | { readonly kind: 'write'; readonly asked: PartRequest }
  | { readonly kind: 'compare'; readonly asked: CompareRequest };

/** With `isElsewhere` the thread asks its parent for the rows. */
export type ExportThreadRequest = ExportThreadWork & { readonly isElsewhere: boolean };

type ExportThreadAnswer = ExportAnswer<WrittenExport | ExportComparison>;

/** In the thread: answers with what `work` gives, or, for callers of a platform elsewhere, what `workElsewhere` does. */
export function answerWith(
  work: ExportWork | null,
  workElsewhere: (ask: AskParent) => ExportWork,
  clock: Pick<Clock, 'now'>,
) {
  async function write(
    chosen: ExportWork,
    asked: PartRequest,
    onProgress: ReportProgress,
    signal: AbortSignal,
  ): Promise<WrittenExport> {
    const throttled = throttleProgress(onProgress, clock);
    const written = await chosen.write(asked, throttled.onProgress, signal);
    throttled.finish();
    return written;
  }

  return (
    request: ExportThreadRequest,
    onProgress: ReportProgress,
    signal: AbortSignal,
    ask: AskParent,
  ): Promise<ExportThreadAnswer> => {
    const chosen = request.isElsewhere || work === null ? workElsewhere(ask) : work;
    return answerOf<WrittenExport | ExportComparison>(
      request.kind === 'write'
        ? write(chosen, request.asked, onProgress, signal)
        : chosen.compare(request.asked, signal),
    );
  };
}

const EVERY_MS = 250;

/**
 * Reports a new phase at once, and progress at most 4 times a second: a message for each batch would keep the receiver
 * busy. `finish` reports the last progress that was held back.
 */
export function throttleProgress(onProgress: ReportProgress, clock: Pick<Clock, 'now'>) {
  let phase: ExportProgress['phase'] | null = null;
  let reportedAt = 0;
  let held: ExportProgress | null = null;

  function pass(progress: ExportProgress): void {
    ({ phase } = progress);
    reportedAt = clock.now();
    held = null;
    onProgress(progress);
  }

  return {
    onProgress(progress: ExportProgress): void {
      const isDue = progress.phase !== phase || Math.abs(clock.now() - reportedAt) >= EVERY_MS;
      if (isDue) pass(progress);
      else held = progress;
    },
    finish(): void {
      if (held !== null) pass(held);
    },
  };
}
