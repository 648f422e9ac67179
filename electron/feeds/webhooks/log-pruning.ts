import type { Logger } from 'pino';
import type { Clock } from '../../session/clock.ts';
import type { Outbox } from '../../store/webhooks/outbox.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 3_600_000;
const KEPT_MS = 30 * 86_400_000;
const MOST_KEPT = 10_000;

export interface LogPruning {
  start(): void;
  end(): void;
}

interface PruningDeps {
  readonly outbox: Pick<Outbox, 'prune'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Keeps the delivery log at 30 days, and at 10,000 deliveries that ended for each webhook. */
export function createLogPruning({ outbox, clock, log }: PruningDeps): LogPruning {
  let cancelTimer = () => {};

  async function prune(): Promise<void> {
    cancelTimer = clock.after(EVERY_MS, () => void prune());
    try {
      await outbox.prune(clock.now() - KEPT_MS, MOST_KEPT);
    } catch (err) {
      log.error({ err }, 'the log of deliveries was not pruned: the store failed');
    }
  }

  return {
    start() {
      cancelTimer = clock.after(FIRST_AFTER_MS, () => void prune());
    },
    end: () => cancelTimer(),
  };
}
