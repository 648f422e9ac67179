import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Clock } from '../base/clock.ts';
import { type AnswerMessage, carryFailure, failureOf, ThreadError, type ThreadMessage } from './thread-messages.ts';

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
  /** Answers what the thread asks while it works on the request. Questions and answers are copied as well. */
  readonly answerQuestion?: ((question: unknown) => Promise<unknown>) | undefined;
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

interface Pending<Answer, Progress> extends Pick<AskOptions<Progress>, 'onProgress' | 'answerQuestion'> {
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

  function send(message: ThreadMessage<Request>): void {
    worker.postMessage(message);
  }

  async function answerThread(id: number, questionId: number, question: unknown): Promise<void> {
    const { answerQuestion } = pending.get(id) ?? {};
    try {
      if (answerQuestion === undefined) throw new TypeError('Nobody answers questions of this thread.');
      send({ id, questionId, answer: await answerQuestion(question) });
    } catch (thrown) {
      send({ id, questionId, failure: carryFailure(thrown) });
    }
  }

  function take(message: AnswerMessage<Answer, Progress>): void {
    const asked = pending.get(message.id);
    if ('question' in message) {
      void answerThread(message.id, message.questionId, message.question);
      return;
    }
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
    async ask(request, { onProgress, signal, answerQuestion } = {}) {
      if (gone) throw gone;
      const id = ++lastId;
      const cancel = () => send({ id, isCancelled: true });
      send({ id, request });
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      pending.set(id, { onProgress, answerQuestion, resolve, reject });
      worker.ref();
      return promise.finally(() => signal?.removeEventListener('abort', cancel));
    },
    async end() {
      if (gone === null) lose(new ThreadError('The thread was ended.'));
      await worker.terminate();
    },
  };
}

export interface ThreadPoolOptions<Data> extends ThreadOptions<Data> {
  /** Threads at most. A further request goes to the thread with the fewest open requests. */
  readonly size: number;
  /** Milliseconds without a request after which a thread ends and frees its memory. Default: a minute. */
  readonly idleMs?: number;
  readonly clock: Pick<Clock, 'after'>;
}

export type ThreadPool<Request, Answer, Progress = never> = Pick<Thread<Request, Answer, Progress>, 'ask' | 'end'>;

interface Member<Request, Answer, Progress> {
  readonly thread: Thread<Request, Answer, Progress>;
  owed: number;
  stayForNow: () => void;
}

const DEFAULT_IDLE_MS = 60_000;

/**
 * Time for a thread to answer a cancelled request. A thread that does not is in a loop, and is ended: with the end of the
 * thread a cancellation takes 2 s at most.
 */
const CANCELLING_MS = 1_500;

/**
 * Threads of one script that run while they are used: a request for which none is free starts one, and the first request
 * after the loss of a thread replaces it.
 */
export function createThreadPool<Data, Request, Answer, Progress = never>({
  size,
  idleMs = DEFAULT_IDLE_MS,
  clock,
  ...options
}: ThreadPoolOptions<Data>): ThreadPool<Request, Answer, Progress> {
  const members = new Set<Member<Request, Answer, Progress>>();
  let isEnded = false;

  /** The oldest of those with the fewest open requests, so that the others can become idle. */
  function chooseMember(): Member<Request, Answer, Progress> {
    for (const member of members) if (!member.thread.isRunning) members.delete(member);
    const [freest] = [...members].sort((one, other) => one.owed - other.owed);
    if (freest !== undefined && (freest.owed === 0 || members.size >= size)) return freest;
    const thread = startThread<Data, Request, Answer, Progress>(options);
    const member = { thread, owed: 0, stayForNow: () => undefined };
    members.add(member);
    return member;
  }

  function endWhenIdle(member: Member<Request, Answer, Progress>): void {
    if (member.owed > 0 || isEnded) return;
    member.stayForNow = clock.after(idleMs, () => {
      members.delete(member);
      void member.thread.end();
    });
  }

  return {
    /** The thread answers a cancelled request, or the request is rejected once the thread was ended instead. */
    async ask(request: Request, asking: AskOptions<Progress> = {}): Promise<Answer> {
      if (isEnded) throw new ThreadError('The threads were ended.');
      const member = chooseMember();
      const { thread } = member;
      member.stayForNow();
      member.owed += 1;
      const stopWatching = endingDeaf(thread, asking.signal, clock);
      try {
        return await thread.ask(request, asking);
      } catch (error) {
        // Only then has it stopped completely.
        if (!thread.isRunning) await thread.end();
        throw error;
      } finally {
        stopWatching();
        member.owed -= 1;
        endWhenIdle(member);
      }
    },
    async end() {
      isEnded = true;
      for (const { stayForNow } of members) stayForNow();
      await Promise.all([...members].map(({ thread }) => thread.end()));
    },
  };
}

function endingDeaf(
  thread: Pick<Thread<unknown, unknown>, 'end'>,
  signal: AbortSignal | undefined,
  clock: Pick<Clock, 'after'>,
): () => void {
  let spare: () => void = () => undefined;
  const watch = () => {
    spare = clock.after(CANCELLING_MS, () => void thread.end());
  };
  if (signal?.aborted) watch();
  signal?.addEventListener('abort', watch, { once: true });
  return () => {
    signal?.removeEventListener('abort', watch);
    spare();
  };
}
