import { describe, expect, it } from 'vitest';
import { createGate } from '../../../shared/concurrency-gate.ts';

describe('createGate', () => {
  it('runs two at a time, the others in the order in which they came', async () => {
    const gate = createGate(2);
    const started: number[] = [];
    const tasks = [0, 1, 2, 3].map((number) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const done = gate(async () => {
        started.push(number);
        await promise;
      });
      return { done, finish: resolve };
    });
    const settle = () => new Promise((resolve) => setImmediate(resolve));

    await settle();
    expect(started).toEqual([0, 1]);
    tasks[1]?.finish();
    await settle();
    expect(started).toEqual([0, 1, 2]);
    for (const { finish } of tasks) finish();
    await Promise.all(tasks.map(({ done }) => done));
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('gives the place back after a failure', async () => {
    const gate = createGate(1);

    await expect(gate(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await gate(async () => 'next')).toBe('next');
  });
});
