import { type ResourceLimits, Worker } from 'node:worker_threads';
import { ThreadError } from './thread-error.ts';
import { type AnswerMessage, failureOf, type RequestMessage } from './thread-messages.ts';

export interface ThreadOptions<Data> {
  /** Path of the module that the thread runs; it has to call `answerRequests`. */
  readonly script: string;
  /** What the thread is made from. */
  readonly data: Data;
  readonly limits?: ResourceLimits;
  /** Told when the thread goes without being asked to, for then there may be nobody who waits for an answer. */
  readonly onLost?: ((reason: ThreadError) => void) | undefined;
}

/** Requests and answers are copied, as `structuredClone` does it. */
export interface Thread<Request, Answer> {
  readonly isRunning: boolean;
  /** Rejects with what the code in the thread threw, or with a `ThreadError` when the thread is gone. */
  ask(request: Request): Promise<Answer>;
  /**
   * Ends the thread wherever it is, but for native code such as an SQL statement, for whose end it waits. What is
   * under way is rejected at once. Never rejects.
   */
  end(): Promise<void>;
}

interface Pending<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/** Starts a thread. It keeps the process alive for as long as it owes an answer. */
export function startThread<Data, Request, Answer>(options: ThreadOptions<Data>): Thread<Request, Answer> {
  const worker = new Worker(options.script, { workerData: options.data, resourceLimits: options.limits });
  const pending = new Map<number, Pending<Answer>>();
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

  function settle(message: AnswerMessage<Answer>): void {
    const asked = pending.get(message.id);
    pending.delete(message.id);
    if (pending.size === 0) worker.unref();
    if ('failure' in message) asked?.reject(failureOf(message.failure));
    else asked?.resolve(message.answer);
  }

  worker.unref();
  worker.on('message', settle);
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
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (gone) throw gone;
        const id = ++lastId;
        const message: RequestMessage<Request> = { id, request };
        worker.postMessage(message);
        pending.set(id, { resolve, reject });
        worker.ref();
      }),
    async end() {
      if (gone === null) lose(new ThreadError('The thread was ended.'));
      await worker.terminate();
    },
  };
}
