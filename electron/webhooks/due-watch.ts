import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';

/** Looks in a shared outbox for what is due: another instance put it there, and may have been killed since. */
export interface DueWatch {
  /** Looks every `everyMs`, and not at all where the outbox is known to this process alone. */
  start(): void;
  /** Waits for the look under way. */
  end(): Promise<void>;
}

export interface DueWatchDeps {
  readonly outbox: Pick<Outbox, 'isShared' | 'waiting'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly after: Clock['after'];
  readonly everyMs: number;
  readonly log: Logger;
  readonly onDue: (webhookId: number) => void;
}

export function createDueWatch({ outbox, clock, after, everyMs, log, onDue }: DueWatchDeps): DueWatch {
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
    start() {
      if (outbox.isShared) wait();
    },
    async end() {
      hasEnded = true;
      cancelTimer();
      await looking;
    },
  };
}
