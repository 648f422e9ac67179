import { createGate } from '../../shared/concurrency-gate.ts';

export type KeyedQueue = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `atOnce` tasks of one key at a time, in the order in which they came; tasks of different keys do not wait
 * for each other. A task that fails does not hold up the next. A key is remembered while it has tasks.
 */
export function createKeyedQueue(atOnce = 1): KeyedQueue {
  const gates = new Map<string, { readonly run: ReturnType<typeof createGate>; tasks: number }>();

  return async (key, task) => {
    const gate = gates.get(key) ?? { run: createGate(atOnce), tasks: 0 };
    gates.set(key, gate);
    gate.tasks += 1;
    try {
      return await gate.run(task);
    } finally {
      gate.tasks -= 1;
      if (gate.tasks === 0) gates.delete(key);
    }
  };
}
