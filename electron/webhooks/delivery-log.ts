import type { Logger } from 'pino';
import { formatTimestamp, formatTimestampOrNull } from '../../shared/calendar.ts';
import type { Delivery } from '../../shared/contract/webhook-records.ts';
import type { Clock } from '../base/clock.ts';
import type { LoggedDelivery } from '../store/webhooks/delivery-log-queries.ts';
import type { Outbox } from '../store/webhooks/outbox.ts';
import { LONGEST_DELAY_MS } from './attempt-delivery.ts';
import { forgottenUntil } from './idempotent-answers.ts';

const FIRST_AFTER_MS = 60_000;

const EVERY_MS = 3_600_000;

const STORED_MS = 30 * 86_400_000;

const MOST_STORED = 10_000;

/** Beyond the deadline of an attempt. */
const PING_ENDS_MS = 60_000;

interface PruningDeps {
  readonly outbox: Pick<Outbox, 'limitDueTimes' | 'prune'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Keeps 30 days and 10,000 ended deliveries per webhook. Removes old answers, broken pings and orphans. */
export function createLogPruning({ outbox, clock, log }: PruningDeps) {
  let cancelTimer = () => {};
  let hasEnded = false;

  async function prune(): Promise<void> {
    cancelTimer = clock.after(EVERY_MS, () => void prune());
    try {
      const now = clock.now();
      await outbox.limitDueTimes(now + LONGEST_DELAY_MS);
      const ended = { endedBefore: now - STORED_MS, maxEnded: MOST_STORED };
      const until = { answeredUntil: forgottenUntil(now), pingedUntil: now - PING_ENDS_MS };
      await outbox.prune({ now, ...ended, ...until }, () => !hasEnded);
    } catch (err) {
      log.error({ err }, 'the log of deliveries was not pruned: the store failed');
    }
  }

  return {
    start(): void {
      cancelTimer = clock.after(FIRST_AFTER_MS, () => void prune());
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
      // An older version stored names that do not resolve separately from refused addresses.
      const failure = stored === 'name_not_found' ? 'address_refused' : stored;
      return { number, at: formatTimestamp(at), status, failure, duration_ms, answer };
    }),
  };
}
