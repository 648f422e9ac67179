import PQueue from 'p-queue';

export type KeyedQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the tasks of each key in a queue of its own, `concurrency` at a time. Tasks of different keys do not wait for each
 * other. A queue is dropped when it is empty.
 */
export function createKeyedQueue(concurrency = 1): KeyedQueue {
  const queues = new Map<string, PQueue>();

  function openQueue(key: string): PQueue {
    const queue = new PQueue({ concurrency });
    queue.addEventListener('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue;
  }

  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> =>
    (queues.get(key) ?? openQueue(key)).add<Result>(task) as Promise<Result>;
}
