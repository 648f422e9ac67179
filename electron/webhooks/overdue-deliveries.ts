import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { LONGEST_DELAY_MS } from './attempt-delivery.ts';

const OVERDUE_MS = 60_000;

const SPREAD_MS = 30_000;

interface SpreadDeps {
  readonly outbox: Pick<Outbox, 'spread' | 'shift' | 'bound'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: () => number;
  readonly log: Logger;
}

/** Prevents that deliveries which waited while the program did not run are sent all at once. */
export function createOverdueSpread({ outbox, clock, random, log }: SpreadDeps) {
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
    /** Spreads deliveries overdue by a minute over the next 30 s, and limits due times that a wrong clock put too late. */
    begin,

    /** The same after the clock was set forward. Where it was set back, deliveries keep their distance from now. */
    jumped(byMs: number) {
      if (byMs > 0) return begin();
      spreadUntil = 0;
      move(() => outbox.shift(byMs));
    },

    /** Resolves when that is done; until then nothing may be leased. */
    done: () => moving,

    /** When a delivery that is made now is due: at once, unless its change waited and the 30 s are not over. */
    dueAt(changedAt: number): number {
      const now = clock.now();
      const isBelated = now < spreadUntil && changedAt <= now - OVERDUE_MS;
      return isBelated ? soonAfter(now) : now;
    },
  };
}

/** A timer with a larger deviation shows that the clock was set, or that the machine was asleep. */
const JUMP_MS = 60_000;

/** `onJump` gets how many milliseconds the clock was set forward (less than 0: back), before the timer's task runs. */
export function createJumpWatch(clock: Clock, onJump: (byMs: number) => void): Pick<Clock, 'after'> {
  let jumps = 0;

  return {
    after(delayMs, task) {
      const dueAt = clock.now() + delayMs;
      const jumpsBefore = jumps;
      return clock.after(delayMs, () => {
        const byMs = clock.now() - dueAt;
        // The first of the timers that a jump affects reports it.
        if (Math.abs(byMs) > JUMP_MS && jumps === jumpsBefore) {
          jumps += 1;
          onJump(byMs);
        }
        task();
      });
    },
  };
}

interface DueWatchDeps {
  readonly outbox: Pick<Outbox, 'isShared' | 'waiting'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly after: Clock['after'];
  readonly everyMs: number;
  readonly log: Logger;
  readonly onDue: (webhookId: number) => void;
}

/** Polls a shared outbox for due deliveries of other instances, which may have been killed. */
export function createDueWatch({ outbox, clock, after, everyMs, log, onDue }: DueWatchDeps) {
  let hasEnded = false;
  let cancelTimer = () => {};
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const webhookIds = await outbox.waiting(clock.now());
      if (!hasEnded) webhookIds.forEach(onDue);
    } catch (err) {
      log.error({ err }, 'what is due for webhooks was not read: the store failed');
    }
    wait();
  }

  function wait(): void {
    if (hasEnded) return;
    cancelTimer = after(everyMs, () => {
      looking = look();
    });
  }

  return {
    /** Polls every `everyMs`, and not at all where only this process uses the outbox. */
    start(): void {
      if (outbox.isShared) wait();
    },
    async end(): Promise<void> {
      hasEnded = true;
      cancelTimer();
      await looking;
    },
  };
}
