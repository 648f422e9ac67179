import { withJsonRows } from '../platform/json-rows.ts';
import type { Platform } from '../platform/platform.ts';
import { PLATFORM_ERROR_CODES, PlatformError } from '../platform/platform-error.ts';
import type { Thread } from './start-thread.ts';
import { ThreadError } from './thread-error.ts';
import {
  THREADED_CALL_NAMES,
  type ThreadedAnswer,
  type ThreadedCall,
  type ThreadedCallName,
  type ThreadName,
  threadOf,
} from './threaded-calls.ts';

export type PlatformThread = Pick<Thread<ThreadedCall, ThreadedAnswer>, 'ask'>;

/** A platform whose calls that may take long are answered by threads, so that nothing else waits for them. */
export function withThreads(
  platform: Platform,
  threads: Readonly<Record<ThreadName, PlatformThread>>,
): Platform {
  const threaded = THREADED_CALL_NAMES.map((name) => {
    const direct = platform[name] as (...args: readonly unknown[]) => Promise<unknown>;
    const answer = async (...args: ThreadedCall['args']) => {
      const call = { name, args };
      const thread = threadOf(call);
      return thread === null ? direct(...args) : resultOf(await ask(threads[thread], call));
    };
    return [name, answer];
  });
  return { ...platform, ...(Object.fromEntries(threaded) as Pick<Platform, ThreadedCallName>) };
}

/** The platform in the thread answered in the form of the port: it is one of our own. */
function resultOf({ json, rows }: ThreadedAnswer): unknown {
  const value = JSON.parse(json);
  return rows === undefined ? value : withJsonRows(value, rows);
}

async function ask(thread: PlatformThread, call: ThreadedCall): Promise<ThreadedAnswer> {
  try {
    return await thread.ask(call);
  } catch (error) {
    throw asPlatformError(error);
  }
}

/** Between threads an error loses its class and keeps its name and code. */
function asPlatformError(error: unknown): unknown {
  if (error instanceof ThreadError) {
    return new PlatformError('unavailable', 'The shop data cannot be read at the moment.', { cause: error });
  }
  if (!(error instanceof Error) || error.name !== 'PlatformError' || !('code' in error)) return error;
  const code = PLATFORM_ERROR_CODES.find((known) => known === error.code);
  return code === undefined ? error : new PlatformError(code, error.message, { cause: error.cause });
}
