import { vi } from 'vitest';

/** By default Vitest waits for a second, in which a busy computer may not get to it. */
const LONGEST_MS = 30_000;

/** Waits until `callback` throws no more. Its last error is thrown where that does not come about. */
export function waitFor<Value>(callback: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(callback, { timeout: LONGEST_MS, interval: 20 });
}
