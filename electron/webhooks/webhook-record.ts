import { formatTimestamp, formatTimestampOrNull } from '../../shared/calendar.ts';
import {
  type NewWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
} from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { StoreScope } from '../store/scoped-queries.ts';
import type { StoredWebhook, WebhookHealth } from '../store/webhooks/webhooks-repository.ts';

/** Converts a stored webhook to the contract. Leaves out an old secret that no longer signs. */
export function toWebhook(stored: WebhookHealth, now: number): Webhook {
  const { old_secret_until: oldSecretUntil } = stored;
  return {
    ...toFields(stored),
    disabled_reason: stored.disabled_reason,
    disabled_at: formatTimestampOrNull(stored.disabled_at),
    failing_since: formatTimestampOrNull(stored.failing_since),
    last_success_at: formatTimestampOrNull(stored.last_success_at),
    pending: stored.pending,
    old_secret_until: formatTimestampOrNull(oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null),
  };
}

/** The only record that contains the secret. */
export function toNewWebhook(stored: StoredWebhook, secret: string): NewWebhook {
  return { ...toFields(stored), secret };
}

/** Returns the events in the order of the contract. */
export function sortEvents(events: readonly string[]): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event));
}

function toFields(stored: StoredWebhook) {
  return {
    id: stored.id,
    url: stored.url,
    events: sortEvents(stored.events.split(',')),
    description: stored.description,
    created_at: formatTimestamp(stored.created_at),
    status: stored.disabled_reason === null ? ('active' as const) : ('disabled' as const),
  };
}

/** Returns the scope of the webhooks that a caller may see. */
export function toStoreScope({ accountId, lockedLocation }: Caller): StoreScope {
  return { accountId, locationId: lockedLocation?.id ?? null };
}

/** A refused action on a webhook. Clients see the message. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal';
  /** The exceeded limit; `null` if the request itself must be corrected. */
  readonly limit: ExceededLimit | null;

  constructor(message: string, limit: ExceededLimit | null = null) {
    super(message);
    this.limit = limit;
  }
}

/** A limit per webhook and minute, and when the next message is allowed. */
interface ExceededLimit {
  readonly name: 'webhook-ping' | 'webhook-replay';
  readonly perMinute: number;
  readonly retryAfterS: number;
}

/** The window in which pings and replays are counted. */
export const RATE_WINDOW_MS = 60_000;

/** Creates the refusal for a full window that ends at `now`. Its oldest message is from `oldestAt`. */
export function createRateRefusal(
  { name, perMinute }: Pick<ExceededLimit, 'name' | 'perMinute'>,
  oldestAt: number,
  now: number,
): WebhookRefusal {
  const retryAfterS = Math.ceil((oldestAt + RATE_WINDOW_MS - now) / 1000);
  const what = name === 'webhook-ping' ? 'pings' : 'replays';
  return new WebhookRefusal(`Too many ${what} of this webhook.`, { name, perMinute, retryAfterS });
}
