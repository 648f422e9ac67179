import type { Clock } from '../base/clock.ts';
import { type AskOptions, startThread, type Thread, type ThreadOptions } from './thread.ts';
import { ThreadError } from './thread-messages.ts';

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

/** Time for a thread to answer a cancelled request. A thread that does not is in a loop, and is ended. */
const CANCELLING_MS = 5_000;

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
    if (member.owed > 0) return;
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
