import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { LONGEST_DELAY_MS } from './retry-schedule.ts';

const OVERDUE_MS = 60_000;
const SPREAD_MS = 30_000;

/** Keeps what waited while nothing ran from being sent all at once. */
export interface OverdueSpread {
  /**
   * For the start: gives what is overdue for more than a minute a moment of the next 30 s. What is due later than any
   * attempt puts it off was put off by a clock that was wrong, and comes back to that bound.
   */
  begin(): void;
  /** The same after the clock went too far. Where it was set back, deliveries keep their distance from now. */
  jumped(byMs: number): void;
  /** Resolves when that is done; until then nothing may be leased. */
  done(): Promise<void>;
  /** When a delivery that is made now is due: at once, unless its change waited and the 30 s are not over. */
  dueAt(changedAt: number): number;
}

export interface SpreadDeps {
  readonly outbox: Pick<Outbox, 'spread' | 'shift' | 'bound'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: () => number;
  readonly log: Logger;
}

export function createOverdueSpread({ outbox, clock, random, log }: SpreadDeps): OverdueSpread {
  let moving = Promise.resolve();
  let spreadUntil = 0;

  const soonAfter = (now: number) => now + Math.floor(random() * (spreadUntil - now));

  function move(work: () => Promise<void>): void {
    moving = moving
      .then(work)
      .catch((err) => log.error({ err }, 'deliveries of webhooks keep their moments: the store failed'));
  }

  function begin(): void {
    const now = clock.now();
    spreadUntil = now + SPREAD_MS;
    move(() => outbox.bound(now + LONGEST_DELAY_MS));
    move(() => outbox.spread(now - OVERDUE_MS, () => soonAfter(now)));
  }

  return {
    begin,

    jumped(byMs) {
      if (byMs > 0) return begin();
      spreadUntil = 0;
      move(() => outbox.shift(byMs));
    },

    done: () => moving,

    dueAt(changedAt) {
      const now = clock.now();
      const isBelated = now < spreadUntil && changedAt <= now - OVERDUE_MS;
      return isBelated ? soonAfter(now) : now;
    },
  };
}
