import { once } from 'node:events';
import { MessageChannel, type ResourceLimits, type Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Clock } from '../base/clock.ts';
import {
  carryFailure,
  type MainMessage,
  type TaskOutcome,
  type TaskRequest,
  takeOutcome,
  type WorkerMessage,
} from './task-messages.ts';

/** Runs tasks in worker threads, so that the main thread does not wait for them. */
export interface WorkerPool {
  /**
   * Runs the task of a file, which exports it with `createTask`. Input, answer and progress are copied, as by
   * `structuredClone`. Rejects with the error of the task, or with a `WorkerError` if the worker ended before it
   * answered.
   */
  run<Input, Answer, Progress = never>(file: string, input: Input, options?: RunOptions<Progress>): Promise<Answer>;
  /** Ends all workers, and waits for the SQL statements in progress; running tasks are rejected. Never rejects. */
  close(): Promise<void>;
}

export interface RunOptions<Progress> {
  /** Aborting it cancels the task. A task that does not answer within `MAX_CANCEL_MS` is ended with its worker. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Answers what the task asks. Questions and answers are copied as well. */
  readonly answerQuestion?: ((question: unknown) => Promise<unknown>) | undefined;
}

interface WorkerPoolOptions {
  /** Each worker reads it with `getPoolData`. */
  readonly data: unknown;
  readonly clock: Pick<Clock, 'after'>;
  /** The memory of each worker. */
  readonly limits?: ResourceLimits;
  /** Called when a worker fails while no task waits for it. */
  readonly onLost?: (error: unknown) => void;
}

/** A worker ended before it answered, on request or by a fault. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
  readonly code = 'ERR_WORKER_ENDED';
}

/** Two for exports, which take minutes, and two for whatever is read meanwhile. */
const MAX_WORKERS = 4;

const IDLE_MS = 60_000;

/** Together with the end of the worker, a cancellation takes 2 s at most. */
const MAX_CANCEL_MS = 1_500;

/**
 * What a task makes is short-lived: with more room each worker would keep three times as much of it before it collects.
 * The old generation stays far below its limit.
 */
const DEFAULT_LIMITS: ResourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** Starts its first worker with the first task. All workers but one end after a minute without a task. */
export function createWorkerPool({
  data,
  clock,
  limits = DEFAULT_LIMITS,
  onLost = () => {},
}: WorkerPoolOptions): WorkerPool {
  let pool: Piscina | null = null;
  let closing: Promise<void> | null = null;
  /** Piscina forgets a worker when it ends it. */
  const workers = new Set<Worker>();

  function open(): Piscina {
    if (closing !== null) throw new WorkerError('The workers were ended.');
    if (pool !== null) return pool;
    const opened = new Piscina({
      ...{ minThreads: 1, maxThreads: MAX_WORKERS, idleTimeout: IDLE_MS, stricterFIFO: true },
      ...{ workerData: data, resourceLimits: limits, recordTiming: false },
    });
    opened.on('error', onLost);
    opened.on('workerCreate', () => opened.threads.filter((worker) => !workers.has(worker)).forEach(watch));
    pool = opened;
    return opened;
  }

  function watch(worker: Worker): void {
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  }

  async function end(): Promise<void> {
    const ended = [...workers].map((worker) => once(worker, 'exit'));
    await pool?.destroy();
    await Promise.all(ended);
  }

  return {
    async run<Input, Answer, Progress>(file: string, input: Input, options: RunOptions<Progress> = {}) {
      const ending = new AbortController();
      const connection = connect(options, clock, () => ending.abort());
      const request: TaskRequest<Input> = { input, port: connection?.port ?? null };
      // A task that can be aborted does not count for the length of the queue.
      const abortable = connection === null ? {} : { transferList: [connection.port], signal: ending.signal };
      try {
        const running: Promise<TaskOutcome<Answer>> = open().run(request, { filename: file, ...abortable });
        return takeOutcome(
          await running.catch((cause: unknown) => {
            throw new WorkerError('The worker ended before it answered.', { cause });
          }),
        );
      } finally {
        connection?.close();
      }
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** A channel to a task, for progress, cancellation and questions; `null` if none of them is needed. */
function connect<Progress>(
  { signal, onProgress, answerQuestion }: RunOptions<Progress>,
  clock: Pick<Clock, 'after'>,
  end: () => void,
) {
  if (!signal && !onProgress && !answerQuestion) return null;
  const { port1, port2 } = new MessageChannel();
  let stopEnding = () => {};
  const send = (message: MainMessage) => port1.postMessage(message);

  async function answer(questionId: number, question: unknown): Promise<void> {
    try {
      if (answerQuestion === undefined)
        throw new TypeError('The task asked a question, but was started without answerQuestion.');
      send({ questionId, answer: await answerQuestion(question) });
    } catch (thrown) {
      send({ questionId, failure: carryFailure(thrown) });
    }
  }

  function cancel(): void {
    send({ isCancelled: true });
    stopEnding = clock.after(MAX_CANCEL_MS, end);
  }

  port1.on('message', (message: WorkerMessage<Progress>) => {
    if ('progress' in message) onProgress?.(message.progress);
    else void answer(message.questionId, message.question);
  });
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });

  return {
    port: port2,
    close() {
      signal?.removeEventListener('abort', cancel);
      stopEnding();
      port1.close();
    },
  };
}
