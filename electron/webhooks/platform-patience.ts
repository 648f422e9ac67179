import type { Clock } from '../base/clock.ts';

const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Leaves a platform in peace that fails, a little longer each time. */
export interface PlatformPatience {
  isDue(): boolean;
  /** Answers the milliseconds that nothing is asked for now. */
  failed(): number;
  succeeded(): void;
}

export function createPlatformPatience(clock: Pick<Clock, 'now'>): PlatformPatience {
  let pause: { readonly since: number; readonly ms: number } | null = null;

  return {
    isDue: () => pause === null || Math.abs(clock.now() - pause.since) >= pause.ms,
    failed() {
      const ms = Math.min((pause?.ms ?? SHORTEST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
      pause = { since: clock.now(), ms };
      return ms;
    },
    succeeded() {
      pause = null;
    },
  };
}
