import type { DisabledReason, Webhook } from '../../../shared/contract/webhook-records.ts';

/** How a webhook fares. Moments are those of the API. */
export type WebhookHealth =
  | { readonly kind: 'active' }
  | { readonly kind: 'failing'; readonly since: string }
  | { readonly kind: 'disabled'; readonly since: string; readonly reason: DisabledReason };

type Faring = Pick<Webhook, 'status' | 'disabled_reason' | 'disabled_at' | 'failing_since' | 'created_at'>;

export function healthOf(webhook: Faring): WebhookHealth {
  const { status, disabled_reason: reason, disabled_at: disabledAt, failing_since: failingSince } = webhook;
  if (status === 'disabled') {
    return { kind: 'disabled', since: disabledAt ?? webhook.created_at, reason: reason ?? 'failing' };
  }
  return failingSince === null ? { kind: 'active' } : { kind: 'failing', since: failingSince };
}
