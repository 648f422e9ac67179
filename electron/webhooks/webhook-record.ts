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

/** A stored webhook as the contract has it. An old secret that signs no more is left out. */
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

/** The only record with the secret in it. */
export function toNewWebhook(stored: StoredWebhook, secret: string): NewWebhook {
  return { ...toFields(stored), secret };
}

/** Always in the same order, whatever the order in which they were asked for. */
export function eventsInOrder(events: readonly string[]): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event));
}

function toFields(stored: StoredWebhook) {
  return {
    id: stored.id,
    url: stored.url,
    events: eventsInOrder(stored.events.split(',')),
    description: stored.description,
    created_at: formatTimestamp(stored.created_at),
    status: stored.disabled_reason === null ? ('active' as const) : ('disabled' as const),
  };
}

/** What of the webhooks a caller may see. */
export function scopeOf({ accountId, lockedLocation }: Caller): StoreScope {
  return { accountId, locationId: lockedLocation?.id ?? null };
}

/** Why something is not done with a webhook. The message is for the client. */
export class WebhookRefusal extends Error {
  override readonly name = 'WebhookRefusal';
  /** Which limit was met; null where the request itself has to be corrected. */
  readonly limit: MetLimit | null;

  constructor(message: string, limit: MetLimit | null = null) {
    super(message);
    this.limit = limit;
  }
}

/** What there may be of a webhook in a minute, and how long until another one is let through. */
interface MetLimit {
  readonly name: 'webhook-ping' | 'webhook-replay';
  readonly perMinute: number;
  readonly retryAfterS: number;
}

/** The time over which pings and replays are counted. */
export const RATE_WINDOW_MS = 60_000;

/** There were as many as may be in the window that ends at `now`, the oldest of them at `oldestAt`. */
export function tooManyOfWebhook(
  { name, perMinute }: Pick<MetLimit, 'name' | 'perMinute'>,
  oldestAt: number,
  now: number,
): WebhookRefusal {
  const retryAfterS = Math.ceil((oldestAt + RATE_WINDOW_MS - now) / 1000);
  const what = name === 'webhook-ping' ? 'pings' : 'replays';
  return new WebhookRefusal(`Too many ${what} of this webhook.`, { name, perMinute, retryAfterS });
}
