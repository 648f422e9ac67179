import { ageOf } from '../../base/age-of.ts';
import type { Clock } from '../../base/clock.ts';

/** Keeps a copy fresh while somebody uses it, and lets go of its files when nobody does. */
export interface RefreshSchedule {
  /** Somebody uses the copy now. */
  touch(): void;
  stop(): void;
}

/** Between two readings of the feed. */
const REFRESH_MS = 15_000;
/** How soon it is noticed that somebody removed the files, who may be waiting for them to be closed. */
const LOOK_MS = 1_000;
/** A window asks more often than that. */
const ACTIVE_MS = 10 * 60_000;

export function createRefreshSchedule(deps: {
  readonly clock: Clock;
  /** Whether the files are still there. */
  readonly isThere: () => boolean;
  /** Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Nobody uses the copy, or it is gone. Never rejects. */
  readonly letGo: () => void;
}): RefreshSchedule {
  const { clock, isThere, refresh, letGo } = deps;
  let usedAt = 0;
  let refreshedAt = 0;
  let cancelLook: (() => void) | null = null;

  function look(): void {
    cancelLook = null;
    if (!isThere() || ageOf(clock, usedAt) > ACTIVE_MS) {
      letGo();
      return;
    }
    if (ageOf(clock, refreshedAt) >= REFRESH_MS) {
      refreshedAt = clock.now();
      void refresh();
    }
    cancelLook = clock.after(LOOK_MS, look);
  }

  return {
    touch() {
      usedAt = clock.now();
      if (cancelLook === null) look();
    },
    stop() {
      cancelLook?.();
      cancelLook = null;
    },
  };
}
