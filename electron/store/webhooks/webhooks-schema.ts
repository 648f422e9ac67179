import type { Generated } from 'kysely';
import type {
  DeliveryFailure,
  DeliveryStatus,
  DisabledReason,
  WebhookEvent,
} from '../../../shared/contract/webhook-records.ts';

/** Instants are milliseconds since the epoch. Secrets are sealed (base/secret-box.ts), never in clear text. */
export interface WebhooksSchema {
  webhooks: WebhooksTable;
  webhook_positions: WebhookPositionsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  webhook_idempotency: WebhookIdempotencyTable;
}

export interface WebhooksTable {
  /** Never given out twice. */
  id: Generated<number>;
  account_id: number;
  /** Who subscribed: events are those that this user may see. */
  user_id: number;
  /** The location that this user was locked to; null for none. */
  location_id: number | null;
  url: string;
  /** Comma list of `WebhookEvent`. */
  events: string;
  description: string;
  created_at: number;
  sealed_secret: string;
  /** The secret before the last rotation, which also signs until `old_secret_until`. */
  old_sealed_secret: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  /** Both null while it is active. */
  disabled_reason: Generated<DisabledReason | null>;
  disabled_at: Generated<number | null>;
  /** The first failed attempt after the last success. */
  failing_since: Generated<number | null>;
  last_success_at: Generated<number | null>;
  /** The attempt that brought it. */
  last_success_attempt: Generated<number | null>;
}

/** Up to where a feed went into deliveries; written in the transaction that writes these. */
export interface WebhookPositionsTable {
  webhook_id: number;
  event: WebhookEvent;
  /** Of the platform (`ChangesPage.next`). */
  position: string;
  /** A moment from which on nothing is missed if the position is lost. */
  seen_at: number;
}

export interface WebhookDeliveriesTable {
  /** Never given out twice. */
  id: Generated<number>;
  webhook_id: number;
  message_id: string;
  kind: 'batch' | 'ping';
  status: DeliveryStatus;
  event_count: number;
  created_at: number;
  /** When the next attempt is due; null unless it is pending. */
  next_attempt_at: number | null;
  /** End of the lease of the attempt in progress; null while there is none. */
  leased_until: Generated<number | null>;
  replay_of: number | null;
  /** When it was delivered or given up; null while it is pending. */
  ended_at: Generated<number | null>;
  /** The number of attempts that do not count in its schedule; see `LeasedDelivery`. */
  schedule_start: Generated<number>;
  /** Exactly what is sent. */
  body: string;
}

export interface WebhookAttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  number: number;
  at: number;
  status: number | null;
  /** `name_not_found` was written by earlier versions, for what is `address_refused` now. */
  failure: DeliveryFailure | 'name_not_found' | null;
  duration_ms: number;
  /** The first 1024 bytes, as text. */
  answer: string;
}

/** What a subscription under an idempotency key was answered. */
export interface WebhookIdempotencyTable {
  account_id: number;
  user_id: number;
  /** SHA-256 in hex, as is the body's. */
  key_hash: string;
  body_hash: string;
  /** JSON of the answer with its secret, sealed. */
  sealed_answer: string;
  created_at: number;
}
