import type { Generated } from 'kysely';
import type {
  DeliveryFailure,
  DeliveryStatus,
  DisabledReason,
  WebhookEvent,
} from '../../../shared/contract/webhook-records.ts';

/** Instants are milliseconds since the epoch. Secrets are encrypted (base/secret-box.ts). */
export interface WebhooksSchema {
  webhooks: WebhooksTable;
  webhook_positions: WebhookPositionsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_idempotency: WebhookIdempotencyTable;
}

export interface WebhooksTable {
  /** Never reused. */
  id: Generated<number>;
  account_id: number;
  /** The subscriber. The webhook gets events that this user may see. */
  user_id: number;
  /** The location to which this user was locked. `null` if none. */
  location_id: number | null;
  url: string;
  /** `WebhookEvent` values, separated by commas. */
  events: string;
  description: string;
  created_at: number;
  sealed_secret: string;
  /** The secret before the last rotation, which also signs until `old_secret_until`. */
  old_sealed_secret: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  /** Both are `null` if the webhook is active. */
  disabled_reason: Generated<DisabledReason | null>;
  disabled_at: Generated<number | null>;
  /** The first failed attempt after the last success. */
  failing_since: Generated<number | null>;
  last_success_at: Generated<number | null>;
  /** The id of the last successful attempt. */
  last_success_attempt: Generated<number | null>;
}

/** Positions up to which each feed was read. Written in the same transaction as the deliveries. */
export interface WebhookPositionsTable {
  webhook_id: number;
  event: WebhookEvent;
  /** `ChangesPage.next` of the platform. */
  position: string;
  /** If the position is lost, reading from this time misses nothing. */
  seen_at: number;
}

export interface WebhookDeliveriesTable {
  /** Never reused. */
  id: Generated<number>;
  webhook_id: number;
  message_id: string;
  kind: 'batch' | 'ping';
  status: DeliveryStatus;
  event_count: number;
  created_at: number;
  /** The time of the next attempt. `null` if none is due. */
  next_attempt_at: number | null;
  /** The end of the running attempt's lease. `null` if no attempt is running. */
  leased_until: Generated<number | null>;
  replay_of: number | null;
  /** The time when it was delivered or given up. `null` if it is pending. */
  ended_at: Generated<number | null>;
  /** The number of attempts that the schedule does not count; see `LeasedDelivery`. */
  schedule_start: Generated<number>;
  /** Sent unchanged. */
  body: string;
}

export interface WebhookAttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  number: number;
  at: number;
  status: number | null;
  /** Earlier versions wrote `name_not_found` instead of `address_refused`. */
  failure: DeliveryFailure | 'name_not_found' | null;
  duration_ms: number;
  /** The first 1024 bytes of the response, as text. */
  answer: string;
}

/** Responses to subscriptions with an idempotency key. */
export interface WebhookIdempotencyTable {
  account_id: number;
  user_id: number;
  /** SHA-256 in hex, like `body_hash`. */
  key_hash: string;
  body_hash: string;
  /** JSON of the response with its secret, encrypted. */
  sealed_answer: string;
  created_at: number;
}
