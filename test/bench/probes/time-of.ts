import { median } from '../harness/median.ts';

/** Milliseconds of a piece of work. */
export async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median of so many times, each measured by `time`. */
export async function medianTime(times: number, time: () => Promise<number>): Promise<number> {
  const measured: number[] = [];
  while (measured.length < times) measured.push(await time());
  return median(measured);
}
