import type { Clock } from '../../session/clock.ts';

const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Leaves a platform in peace that fails, a little longer each time; for each account by itself. */
export interface PlatformPatience {
  isDue(accountId: number): boolean;
  /** Answers the milliseconds that nothing is asked for now. */
  failed(accountId: number): number;
  succeeded(accountId: number): void;
}

export function createPlatformPatience(clock: Pick<Clock, 'now'>): PlatformPatience {
  const pauses = new Map<number, { readonly since: number; readonly ms: number }>();

  return {
    isDue(accountId) {
      const pause = pauses.get(accountId);
      return !pause || Math.abs(clock.now() - pause.since) >= pause.ms;
    },
    failed(accountId) {
      const before = pauses.get(accountId)?.ms ?? SHORTEST_PAUSE_MS / 2;
      const ms = Math.min(before * 2, LONGEST_PAUSE_MS);
      pauses.set(accountId, { since: clock.now(), ms });
      return ms;
    },
    succeeded: (accountId) => void pauses.delete(accountId),
  };
}
