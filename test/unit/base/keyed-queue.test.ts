import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createKeyedQueue, QueueFullError } from '../../../electron/base/keyed-queue.ts';

/** A task that ends when the test says so. */
function heldTask<Result>(log: string[], name: string, result: Result) {
  const gate = Promise.withResolvers<Result>();
  const run = () => {
    log.push(`${name} begins`);
    return gate.promise.finally(() => log.push(`${name} ends`));
  };
  return { run, end: () => gate.resolve(result) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createKeyedQueue', () => {
  it('runs the tasks of one key one after another, in the order in which they came', async () => {
    const log: string[] = [];
    const inQueue = createKeyedQueue();
    const [first, second] = [heldTask(log, 'first', 1), heldTask(log, 'second', 2)];
    const results = Promise.all([inQueue('a', first.run), inQueue('a', second.run)]);

    await settled();
    expect(log).toEqual(['first begins']);
    second.end();
    first.end();

    expect(await results).toEqual([1, 2]);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('does not delay another key', async () => {
    const log: string[] = [];
    const inQueue = createKeyedQueue();
    const held = heldTask(log, 'held', null);
    const first = inQueue('a', held.run);

    expect(await inQueue('b', async () => 'done')).toBe('done');
    held.end();
    await first;
  });

  it('reports a failure to the caller and continues with the next task', async () => {
    const inQueue = createKeyedQueue();
    const fail = async () => {
      throw new Error('the first fails');
    };
    const [first, second] = await Promise.allSettled([inQueue('a', fail), inQueue('a', async () => 'done')]);

    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'the first fails' } });
    expect(second).toEqual({ status: 'fulfilled', value: 'done' });
  });

  it('refuses a task if too many tasks of its key are waiting', async () => {
    const log: string[] = [];
    const inQueue = createKeyedQueue(1, 2);
    const held = heldTask(log, 'held', 'done');
    const running = inQueue('a', held.run);
    const waiting = [inQueue('a', async () => 'second'), inQueue('a', async () => 'third')];

    await expect(inQueue('a', async () => 'fourth')).rejects.toBeInstanceOf(QueueFullError);
    expect(await inQueue('b', async () => 'other')).toBe('other');
    held.end();
    expect(await Promise.all([running, ...waiting])).toEqual(['done', 'second', 'third']);
  });

  it('retains nothing of tasks that have ended or failed', async () => {
    const inQueue = createKeyedQueue();
    const ended = await Promise.all(Array.from({ length: 300 }, (_, index) => runOne(inQueue, index)));
    // A WeakRef keeps its object alive until the current turn is over.
    await settled();
    collectGarbage();
    // A leaking queue would keep one object per key. The collector may miss a few that are still on a stack.
    expect(ended.filter((result) => result.deref() !== undefined).length).toBeLessThan(20);
    expect(await inQueue('key 1', async () => 'again')).toBe('again');
  });
});

/** Returns a weak reference to the result of a task, which only the queue could still hold. */
async function runOne(inQueue: ReturnType<typeof createKeyedQueue>, index: number): Promise<WeakRef<object>> {
  const task = () => (index % 3 === 0 ? Promise.reject(new Error('no')) : Promise.resolve({ index }));
  const result: object = await inQueue(`key ${index % 100}`, task).catch((error: Error) => error);
  return new WeakRef(result);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
