import { createLastingThread } from '../../threads/lasting-thread.ts';
import type { ThreadOptions } from '../../threads/start-thread.ts';
import type { Platform } from '../platform.ts';
import type { ThreadedAnswer, ThreadedCall } from './threaded-calls.ts';
import { withThreads } from './threaded-platform.ts';

export interface PlatformThreads {
  /** The platform with its long calls answered here. */
  answering(platform: Platform): Platform;
  /** Never rejects; calls under way fail. */
  end(): Promise<void>;
}

/** The threads of a platform; each starts with its first call. `script` has to answer a `ThreadedCall`. */
export function openPlatformThreads<Data>(options: ThreadOptions<Data>): PlatformThreads {
  const start = () => createLastingThread<Data, ThreadedCall, ThreadedAnswer>(options);
  const threads = { lists: start(), figures: start(), sales: start() };
  return {
    answering: (platform) => withThreads(platform, threads),
    async end() {
      await Promise.all(Object.values(threads).map((thread) => thread.end()));
    },
  };
}
