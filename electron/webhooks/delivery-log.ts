import type { Logger } from 'pino';
import { formatTimestamp, formatTimestampOrNull } from '../../shared/calendar.ts';
import type { Delivery } from '../../shared/contract/webhook-records.ts';
import type { Clock } from '../base/clock.ts';
import type { LoggedDelivery } from '../store/webhooks/delivery-log-queries.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { MAX_DELAY_MS } from './attempt-delivery.ts';
import { getExpiryCutoff } from './idempotent-answers.ts';

const FIRST_PRUNING_DELAY_MS = 60_000;

const PRUNING_INTERVAL_MS = 3_600_000;

const RETENTION_MS = 30 * 86_400_000;

const MAX_ENDED_DELIVERIES = 10_000;

/** Longer than an attempt can take. */
const PING_TIMEOUT_MS = 60_000;

interface PruningDeps {
  readonly outbox: Pick<Outbox, 'limitDueTimes' | 'prune'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Retains 30 days and at most 10,000 ended deliveries per webhook. Also removes expired answers, interrupted pings and
 * deliveries of removed webhooks.
 */
export function createLogPruning({ outbox, clock, log }: PruningDeps) {
  let cancelTimer = () => {};
  let hasEnded = false;

  async function prune(): Promise<void> {
    cancelTimer = clock.after(PRUNING_INTERVAL_MS, () => void prune());
    try {
      const now = clock.now();
      await outbox.limitDueTimes(now + MAX_DELAY_MS);
      const ended = { endedBefore: now - RETENTION_MS, maxEnded: MAX_ENDED_DELIVERIES };
      const until = { answeredUntil: getExpiryCutoff(now), pingedUntil: now - PING_TIMEOUT_MS };
      await outbox.prune({ now, ...ended, ...until }, () => !hasEnded);
    } catch (err) {
      log.error({ err }, 'the log of deliveries was not pruned: the store failed');
    }
  }

  return {
    start(): void {
      cancelTimer = clock.after(FIRST_PRUNING_DELAY_MS, () => void prune());
    },
    end(): void {
      hasEnded = true;
      cancelTimer();
    },
  };
}

export function toDelivery(logged: LoggedDelivery): Delivery {
  return {
    id: logged.id,
    webhook_id: logged.webhook_id,
    message_id: logged.message_id,
    kind: logged.kind,
    status: logged.status,
    created_at: formatTimestamp(logged.created_at),
    next_attempt_at: formatTimestampOrNull(logged.next_attempt_at),
    event_count: logged.event_count,
    replay_of: logged.replay_of,
    body: logged.body,
    attempts: logged.attempts.map(({ number, at, status, failure: stored, duration_ms, answer }) => {
      // Older versions stored unresolved names separately from refused addresses.
      const failure = stored === 'name_not_found' ? 'address_refused' : stored;
      return { number, at: formatTimestamp(at), status, failure, duration_ms, answer };
    }),
  };
}
