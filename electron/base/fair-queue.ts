/** Runs a task of the client `who` once it is its turn. */
export type FairQueue = <Result>(who: string, task: () => Promise<Result>) => Promise<Result>;

interface FairQueueLimits {
  /** Tasks that run at a time. */
  readonly atOnce: number;
  /** Waiting tasks of one client at most; one more is refused. */
  readonly mostWaiting: number;
  readonly refuse: () => Error;
}

/** Tasks of one client run in their order, and waiting clients alternate: none waits for all tasks of another. */
export function createFairQueue({ atOnce, mostWaiting, refuse }: FairQueueLimits): FairQueue {
  /** The client whose task runs next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function enter(who: string): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    const own = waiting.get(who) ?? [];
    if (own.length >= mostWaiting) throw refuse();
    return new Promise((resolve) => waiting.set(who, [...own, resolve]));
  }

  function leave(): void {
    const [turn] = waiting;
    if (turn === undefined) {
      running -= 1;
      return;
    }
    const [who, [next, ...rest]] = turn;
    waiting.delete(who);
    if (rest.length > 0) waiting.set(who, rest);
    next?.();
  }

  return async (who, task) => {
    await enter(who);
    try {
      return await task();
    } finally {
      leave();
    }
  };
}
