import PQueue from 'p-queue';
import type { ExportProgress } from '../../shared/contract/exports.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import { getErrorCode } from '../base/errors.ts';
import { type CompareRequest, compareFiles, type FileDifferences } from '../exports/compare-files.ts';
import { assertNotCancelled, ExportError, untilCancelled } from '../exports/export-error.ts';
import { type ExportPlatform, wrapExportPlatform } from '../exports/export-platform.ts';
import type { ExportWork } from '../exports/exporter.ts';
import type { ExportContext } from '../exports/select-export.ts';
import { type PartRequest, type ReportProgress, type WrittenExport, writeExport } from '../exports/write-export.ts';
import { answerAskedCalls, type PlatformQuestion } from './asked-platform.ts';
import { watchSilence } from './silence-watch.ts';
import type { TaskContext } from './tasks.ts';
import { WorkerError, type WorkerPool } from './worker-pool.ts';

export interface ExportWorkersDeps extends Pick<ExportContext, 'ledgers' | 'companyName' | 'clock'> {
  readonly pool: Pick<WorkerPool, 'run'>;
  /** The file of a task that answers as `answerExportRequest` does. */
  readonly file: string;
  /** For callers whose platform the workers do not have: they ask this one for the rows. */
  readonly elsewhere?: {
    readonly has: (caller: Caller) => boolean;
    readonly platform: ExportPlatform;
  };
}

const MAX_EXPORTS = 2;

/** An export without progress for this long is ended. The texts of the window name it, too. */
const MAX_SILENT_MS = 10 * 60_000;

/** Runs exports in workers, two at a time. Others wait. */
export function createExportWorkers({ pool, file, elsewhere, clock, ...companyData }: ExportWorkersDeps): ExportWork {
  const queue = new PQueue({ concurrency: MAX_EXPORTS });
  const closing = new AbortController();

  async function runInWorker(
    work: ExportTask,
    cancelling: AbortSignal,
    onProgress?: ReportProgress,
  ): Promise<WrittenExport | FileDifferences> {
    if (closing.signal.aborted) throw toLostExport(work.kind);
    const silence = watchSilence(clock, MAX_SILENT_MS);
    const signal = AbortSignal.any([cancelling, closing.signal, silence.signal]);
    const answerQuestion = work.kind === 'write' ? answerElsewhere(work.input.caller, silence, signal) : undefined;
    const noteProgress = (progress: ExportProgress) => {
      silence.hear();
      onProgress?.(progress);
    };
    try {
      const request: ExportTaskRequest = { ...work, isElsewhere: answerQuestion !== undefined };
      const options = { signal, onProgress: noteProgress, answerQuestion };
      return await pool.run<ExportTaskRequest, WrittenExport | FileDifferences, ExportProgress>(file, request, options);
    } catch (error) {
      assertNotCancelled(cancelling);
      if (silence.signal.aborted) throw toTimedOut(error);
      throw error instanceof WorkerError ? toLostExport(work.kind, error) : error;
    } finally {
      silence.close();
    }
  }

  /** Answers the calls of a worker for a caller whose platform it does not have; `undefined` for any other caller. */
  function answerElsewhere(caller: Caller, silence: ReturnType<typeof watchSilence>, signal: AbortSignal) {
    if (elsewhere?.has(caller) !== true) return undefined;
    const platform = wrapExportPlatform(elsewhere.platform, silence.pausing, signal);
    const answer = answerAskedCalls({ ...platform, ...companyData }, caller);
    return async (question: unknown) => {
      silence.hear();
      // `createAskedCalls` asks it.
      return answer(question as PlatformQuestion).finally(silence.hear);
    };
  }

  /** Runs a task in its turn. Rejects with `cancelled` as soon as the signal is aborted before that. */
  async function enqueue<Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    const { promise: waiting, resolve: begin } = Promise.withResolvers<void>();
    // Without the signal of the queue, which would not wait for a worker that still writes.
    const done = queue.add(async () => {
      begin();
      assertNotCancelled(signal);
      return task();
    });
    // Nobody reads the outcome of an export that was cancelled while it waited.
    done.catch(() => undefined);
    await untilCancelled(signal, waiting);
    return done;
  }

  // `answerExportRequest` has an answer of the right type for each kind of task.
  return {
    write(input, onProgress, signal) {
      onProgress({ phase: 'waiting', rows: 0, total: null });
      return enqueue(signal, () => runInWorker({ kind: 'write', input }, signal, onProgress) as Promise<WrittenExport>);
    },
    compare: (input, signal) =>
      enqueue(signal, () => runInWorker({ kind: 'compare', input }, signal) as Promise<FileDifferences>),
    close: () => closing.abort(),
  };
}

const FAILURES = {
  write: {
    code: 'not_written',
    'broke-off': 'The file was not saved: the export stopped unexpectedly. Try again.',
    'out-of-memory': 'The file was not saved: it does not fit into memory. Choose another format, or fewer rows.',
  },
  compare: {
    code: 'not_comparable',
    'broke-off': 'The comparison stopped unexpectedly. Try again.',
    'out-of-memory': 'This list is too long to be compared: too many of its rows have changed.',
  },
} as const;

/** The error for a worker that ended before it answered. */
export function toLostExport(kind: ExportTask['kind'], cause?: WorkerError): ExportError {
  const isOutOfMemory = getErrorCode(cause?.cause) === 'ERR_WORKER_OUT_OF_MEMORY';
  const message = FAILURES[kind][isOutOfMemory ? 'out-of-memory' : 'broke-off'];
  return new ExportError(FAILURES[kind].code, message, { cause, reason: isOutOfMemory ? 'out-of-memory' : null });
}

/** The error for an export that was ended because it made no progress. */
function toTimedOut(cause: unknown): ExportError {
  return new ExportError('timed_out', 'Nothing happened for 10 minutes, so the export was stopped. Try again later.', {
    cause,
  });
}

type ExportTask =
  | { readonly kind: 'write'; readonly input: PartRequest }
  | { readonly kind: 'compare'; readonly input: CompareRequest };

/** With `isElsewhere` the worker asks the main thread for the rows. */
export type ExportTaskRequest = ExportTask & { readonly isElsewhere: boolean };

/** In a worker: writes or compares. `getContext` gives the source of the rows. */
export function answerExportRequest(
  getContext: (isElsewhere: boolean, task: TaskContext<ExportProgress>) => ExportContext,
  clock: Pick<Clock, 'now'>,
) {
  return async (
    request: ExportTaskRequest,
    task: TaskContext<ExportProgress>,
  ): Promise<WrittenExport | FileDifferences> => {
    const { report, signal } = task;
    if (request.kind === 'compare') return compareFiles(request.input, signal);
    return writeExport(getContext(request.isElsewhere, task), request.input, throttleProgress(report, clock), signal);
  };
}

const REPORT_EVERY_MS = 250;

/** Reports a new phase at once, and progress at most 4 times a second: a message for each batch would keep the receiver busy. */
export function throttleProgress(onProgress: ReportProgress, clock: Pick<Clock, 'now'>): ReportProgress {
  let phase: ExportProgress['phase'] | null = null;
  let reportedAt = 0;
  return (progress) => {
    if (progress.phase === phase && Math.abs(clock.now() - reportedAt) < REPORT_EVERY_MS) return;
    ({ phase } = progress);
    reportedAt = clock.now();
    onProgress(progress);
  };
}
