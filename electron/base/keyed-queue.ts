import PQueue from 'p-queue';

export type KeyedQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/** Too many tasks of one key wait already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/**
 * Runs the tasks of each key in a separate queue, `concurrency` at a time. Tasks of different keys do not wait for each
 * other. Rejects with a `QueueFullError` while `maxWaiting` tasks of the key wait. A queue is dropped when it is empty.
 */
export function createKeyedQueue(concurrency = 1, maxWaiting = Number.POSITIVE_INFINITY): KeyedQueue {
  const queues = new Map<string, PQueue>();

  function openQueue(key: string): PQueue {
    const queue = new PQueue({ concurrency });
    queue.addEventListener('idle', () => queues.delete(key));
    queues.set(key, queue);
    return queue;
  }

  return async <Result>(key: string, task: () => Promise<Result>) => {
    const queue = queues.get(key) ?? openQueue(key);
    if (queue.size >= maxWaiting) throw new QueueFullError('Too many calls at once. Try again in a moment.');
    return queue.add<Result>(task) as Promise<Result>;
  };
}
