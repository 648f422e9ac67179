import { workerData } from 'node:worker_threads';

/** In a thread: the `data` that it was started with. The two sides agree by naming the same type. */
export function threadData<Data>(): Data {
  return workerData as Data;
}
