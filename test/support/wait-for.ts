import { vi } from 'vitest';

/** Vitest waits for a second by default, which is too short on a busy computer. */
const LONGEST_MS = 30_000;

/** Waits until `callback` no longer throws. Throws its last error on timeout. */
export function waitFor<Value>(callback: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(callback, { timeout: LONGEST_MS, interval: 20 });
}
