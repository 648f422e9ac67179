import type { Outcome } from './sender.ts';

const OVERLOADED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const SHORTEST_MS = 5_000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds for which a receiver gets none of its other deliveries either: it says that it has too much to do. The
 * one that it refused waits for the whole `Retry-After`; the others ask again sooner, one at a time.
 */
export function restAfter(outcome: Outcome): number {
  if (outcome.status === null || !OVERLOADED.has(outcome.status)) return 0;
  return Math.min(Math.max(SHORTEST_MS, outcome.retryAfterMs ?? 0), LONGEST_MS);
}
