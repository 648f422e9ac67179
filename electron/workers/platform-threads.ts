import { createFairQueue } from '../base/fair-queue.ts';
import { type PackedAnswer, unpackAnswer } from '../platform/json-rows.ts';
import type { Platform } from '../platform/platform.ts';
import { wrapPlatform } from '../platform/platform-calls.ts';
import { PLATFORM_ERROR_CODES, PlatformError } from '../platform/platform-error.ts';
import { createThreadPool, type Thread, type ThreadPoolOptions } from './thread.ts';
import { ThreadError } from './thread-messages.ts';
import { type ThreadedCall, type ThreadName, threadOf, userOf } from './threaded-calls.ts';

export interface PlatformThreads {
  /** The platform with its long calls answered here. */
  answering(platform: Platform): Platform;
  /** Never rejects; calls under way fail. */
  end(): Promise<void>;
}

/** One that runs and one that waits, so that a thread never waits for a message. */
const CALLS_AT_ONCE = 2;

/** More than the calls of a page, and than the connections of a client. */
const MOST_WAITING = 300;

type PlatformThreadOptions<Data> = Omit<ThreadPoolOptions<Data>, 'size' | 'idleMs' | 'limits'>;

/**
 * What a call makes dies young: with more room each thread would keep three times as much of it before it collects. For
 * Electron: a flag that `npm start` gives to Node outranks it.
 */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** The threads of a platform; each starts with its first call and ends when it is not used. `script` has to answer a `ThreadedCall`. */
export function openPlatformThreads<Data>(options: PlatformThreadOptions<Data>): PlatformThreads {
  const start = () => startFairThread(options);
  const threads = { lists: start(), drains: start(), figures: start(), sales: start() };
  return {
    answering: (platform) => withThreads(platform, threads),
    async end() {
      await Promise.all(Object.values(threads).map((thread) => thread.end()));
    },
  };
}

/** The calls of one user wait for each other, and for one call at a time of every other user. */
function startFairThread<Data>(options: PlatformThreadOptions<Data>): PlatformThread & { end(): Promise<void> } {
  const thread = createThreadPool<Data, ThreadedCall, PackedAnswer>({ ...options, limits: LIMITS, size: 1 });
  const inQueue = createFairQueue({
    atOnce: CALLS_AT_ONCE,
    mostWaiting: MOST_WAITING,
    refuse: () => new PlatformError('unavailable', 'Too many calls at once. Try again in a moment.'),
  });
  return { ask: (call) => inQueue(userOf(call), () => thread.ask(call)), end: thread.end };
}

type PlatformThread = Pick<Thread<ThreadedCall, PackedAnswer>, 'ask'>;

/** A platform whose calls that may take long are answered by threads, so that nothing else waits for them. */
export function withThreads(platform: Platform, threads: Readonly<Record<ThreadName, PlatformThread>>): Platform {
  return wrapPlatform(platform, async (answerHere, call) => {
    const thread = threadOf(call);
    if (thread === null) return answerHere();
    try {
      // The platform in the thread is one of our own: its answer has the form of the port.
      return unpackAnswer(await threads[thread].ask(call)) as Awaited<ReturnType<typeof answerHere>>;
    } catch (error) {
      throw asPlatformError(error);
    }
  });
}

/** Between threads an error loses its class and keeps its name and code. */
export function asPlatformError(error: unknown): unknown {
  if (error instanceof ThreadError) {
    return new PlatformError('unavailable', 'The shop data cannot be read at the moment.', { cause: error });
  }
  if (!(error instanceof Error) || error.name !== 'PlatformError' || !('code' in error)) return error;
  const code = PLATFORM_ERROR_CODES.find((known) => known === error.code);
  return code === undefined ? error : new PlatformError(code, error.message, { cause: error.cause });
}
