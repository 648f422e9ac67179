import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { forgottenUntil } from './idempotent-answers.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
const KEPT_MS = 30 * 86_400_000;
const MOST_KEPT = 10_000;
/** Beyond the deadline of an attempt. */
const PING_ENDS_MS = 60_000;

export interface LogPruning {
  start(): void;
  end(): void;
}

interface PruningDeps {
  readonly outbox: Pick<Outbox, 'prune'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps the delivery log at 30 days, and at 10,000 deliveries that ended for each webhook. Takes away what lost its
 * purpose as well: answers that are not repeated any more, pings that were broken off, and what removed webhooks left.
 */
export function createLogPruning({ outbox, clock, log }: PruningDeps): LogPruning {
  let cancelTimer = () => {};
  let hasEnded = false;

  async function prune(): Promise<void> {
    cancelTimer = clock.after(EVERY_MS, () => void prune());
    try {
      const now = clock.now();
      const kept = { now, endedBefore: now - KEPT_MS, mostEnded: MOST_KEPT };
      const until = { answeredUntil: forgottenUntil(now), pingedUntil: now - PING_ENDS_MS };
      await outbox.prune({ ...kept, ...until }, () => !hasEnded);
    } catch (err) {
      log.error({ err }, 'the log of deliveries was not pruned: the store failed');
    }
  }

  return {
    start() {
      cancelTimer = clock.after(FIRST_AFTER_MS, () => void prune());
    },
    end() {
      hasEnded = true;
      cancelTimer();
    },
  };
}
