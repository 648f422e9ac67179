import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunningProduct } from '../ground/running-product.ts';

/** To be given to the product as `preload`. */
export const STALL_MONITOR = fileURLToPath(new URL('stall-monitor.mjs', import.meta.url));

/** Milliseconds for which the product's event loop stood still at most while the work was done. */
export async function longestStall(product: RunningProduct, work: () => Promise<unknown>): Promise<number> {
  await askMonitor(product);
  await work();
  return askMonitor(product);
}

async function askMonitor({ child }: RunningProduct): Promise<number> {
  const answer = once(child, 'message');
  child.send('longest');
  const [{ longestMs }] = (await answer) as [{ longestMs: number }];
  return longestMs;
}
