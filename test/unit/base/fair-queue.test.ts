import { describe, expect, it } from 'vitest';
import { createFairQueue } from '../../../electron/base/fair-queue.ts';

describe('createFairQueue', () => {
  /** Tasks that end when the test says so. */
  function openTasks(limits = { atOnce: 1, mostWaiting: 3 }) {
    const queue = createFairQueue({ ...limits, refuse: () => new Error('too many') });
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const add = (who: string, name: string) =>
      queue(who, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        if (name.endsWith('!')) throw new Error(name);
        return name;
      });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const end = async (name: string) => {
      await settled();
      ends.get(name)?.();
      await settled();
    };
    return { add, end, started, settled };
  }

  it('lets those who wait take turns, whatever one of them asked for before', async () => {
    const { add, end, started } = openTasks();
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => add(name.charAt(0), name));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);

    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
  });

  it('runs so many at once', async () => {
    const { add, end, started, settled } = openTasks({ atOnce: 2, mostWaiting: 3 });
    const all = ['a1', 'a2', 'a3'].map((name) => add('a', name));
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    for (const name of ['a2', 'a1', 'a3']) await end(name);
    expect(await Promise.all(all)).toHaveLength(3);
  });

  it('refuses one who lets too much wait, and nobody else', async () => {
    const { add, end } = openTasks();
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name));
    await expect(add('a', 'a5')).rejects.toThrow('too many');
    const other = add('b', 'b1');
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) await end(name);
    expect(await other).toBe('b1');
    expect(await Promise.all(all)).toHaveLength(4);
  });

  it('goes on after a task that fails', async () => {
    const { add, end } = openTasks();
    const failing = add('a', 'a1!');
    const next = add('a', 'a2');
    const failure = expect(failing).rejects.toThrow('a1!');
    await end('a1!');
    await failure;
    await end('a2');
    expect(await next).toBe('a2');
  });
});
