import { localTimestamp } from '../../shared/calendar.ts';
import type { Delivery } from '../../shared/contract/webhook-records.ts';
import type { LoggedDelivery, StoredAttempt } from '../store/webhooks/delivery-log-queries.ts';
import { timestampOrNull } from './webhook-record.ts';

/** A logged delivery as the contract has it. */
export function toDelivery(logged: LoggedDelivery): Delivery {
  return {
    id: logged.id,
    webhook_id: logged.webhook_id,
    message_id: logged.message_id,
    kind: logged.kind,
    status: logged.status,
    created_at: localTimestamp(logged.created_at),
    next_attempt_at: timestampOrNull(logged.next_attempt_at),
    event_count: logged.event_count,
    replay_of: logged.replay_of,
    body: logged.body,
    attempts: logged.attempts.map(toAttempt),
  };
}

function toAttempt({ number, at, status, failure, duration_ms, answer }: StoredAttempt) {
  // Written before names that do not resolve were told like those that are refused.
  const told = failure === 'name_not_found' ? 'address_refused' : failure;
  return { number, at: localTimestamp(at), status, failure: told, duration_ms, answer };
}
