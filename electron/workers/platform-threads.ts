import { createFairQueue } from '../base/fair-queue.ts';
import type { Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { createThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
import { type ThreadedAnswer, type ThreadedCall, userOf } from './threaded-calls.ts';
import { type PlatformThread, withThreads } from './threaded-platform.ts';

export interface PlatformThreads {
  /** The platform with its long calls answered here. */
  answering(platform: Platform): Platform;
  /** Never rejects; calls under way fail. */
  end(): Promise<void>;
}

/** One that runs, and one that is there when it ends, so that a thread never waits for a message. */
const CALLS_AT_ONCE = 2;
/** More than a page asks for, and than a client has connections. */
const MOST_WAITING = 300;

type PlatformThreadOptions<Data> = Omit<ThreadPoolOptions<Data>, 'size' | 'idleMs'>;

/** The threads of a platform; each starts with its first call. `script` has to answer a `ThreadedCall`. */
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

/** The calls of one user wait for each other, and for one call at a time of everybody else. */
function startFairThread<Data>(
  options: PlatformThreadOptions<Data>,
): PlatformThread & { end(): Promise<void> } {
  const thread = createThreadPool<Data, ThreadedCall, ThreadedAnswer>({ ...options, size: 1 });
  const inTurn = createFairQueue({
    atOnce: CALLS_AT_ONCE,
    mostWaiting: MOST_WAITING,
    refuse: () => new PlatformError('unavailable', 'Too much was asked for at once. Try again in a moment.'),
  });
  return {
    ask: (call) => inTurn(userOf(call), () => thread.ask(call)),
    end: thread.end,
  };
}
