import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type AnswerMessage, failureOf, ThreadError, type ThreadMessage } from './thread-messages.ts';

export interface ThreadOptions<Data> {
  /** Path of the module that the thread runs; it has to call `answerRequests`. */
  readonly script: string;
  /** The thread reads it by `threadData`. */
  readonly data: Data;
  readonly limits?: ResourceLimits;
  /** Called when the thread ends by itself, because then no request may be waiting for an answer. */
  readonly onLost?: ((reason: ThreadError) => void) | undefined;
}

export interface AskOptions<Progress> {
  /** Called with the progress that the thread reports before it answers, in that order; never afterwards. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting it sends a cancellation to the thread, which still answers. */
  readonly signal?: AbortSignal | undefined;
}

/** Requests, progress and answers are copied, as `structuredClone` does it. */
export interface Thread<Request, Answer, Progress = never> {
  readonly isRunning: boolean;
  /** Rejects with the error of the code in the thread, or with a `ThreadError` when the thread is gone. */
  ask(request: Request, options?: AskOptions<Progress>): Promise<Answer>;
  /**
   * Ends the thread at any point, except in native code such as an SQL statement, for whose end it waits. Open requests
   * are rejected at once. Never rejects.
   */
  end(): Promise<void>;
}

interface Pending<Answer, Progress> extends Pick<AskOptions<Progress>, 'onProgress'> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Starts a thread. It keeps the process alive while a request is open. */
export function startThread<Data, Request, Answer, Progress = never>(
  options: ThreadOptions<Data>,
): Thread<Request, Answer, Progress> {
  const worker = new Worker(options.script, { workerData: options.data, resourceLimits: options.limits });
  const pending = new Map<number, Pending<Answer, Progress>>();
  let lastId = 0;
  let gone: ThreadError | null = null;

  function lose(reason: ThreadError): void {
    gone = reason;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
  }

  function fail(message: string, cause?: unknown): void {
    if (gone) return;
    const reason = new ThreadError(message, { cause });
    lose(reason);
    options.onLost?.(reason);
  }

  function take(message: AnswerMessage<Answer, Progress>): void {
    const asked = pending.get(message.id);
    if ('progress' in message) {
      asked?.onProgress?.(message.progress);
      return;
    }
    pending.delete(message.id);
    if (pending.size === 0) worker.unref();
    if ('failure' in message) asked?.reject(failureOf(message.failure));
    else asked?.resolve(message.answer);
  }

  worker.unref();
  worker.on('message', take);
  worker.on('error', (cause) => fail('The thread failed.', cause));
  worker.on('exit', (status) => fail(`The thread ended by itself (status ${status}).`));
  worker.on('messageerror', (cause) => {
    fail('An answer of the thread cannot be read.', cause);
    void worker.terminate();
  });

  return {
    get isRunning() {
      return gone === null;
    },
    async ask(request, { onProgress, signal } = {}) {
      if (gone) throw gone;
      const id = ++lastId;
      const send = (message: ThreadMessage<Request>) => worker.postMessage(message);
      const cancel = () => send({ id, isCancelled: true });
      send({ id, request });
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      pending.set(id, { onProgress, resolve, reject });
      worker.ref();
      return promise.finally(() => signal?.removeEventListener('abort', cancel));
    },
    async end() {
      if (gone === null) lose(new ThreadError('The thread was ended.'));
      await worker.terminate();
    },
  };
}
