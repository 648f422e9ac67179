import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DisabledReason, Webhook } from '../../../shared/contract/webhook-records.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { mayManage, useMe } from '../../lib/host/session.ts';

export const WEBHOOKS_KEY = ['webhooks'] as const;

/** The interval while a webhook page is open. */
const WATCH_INTERVAL_MS = 5_000;

/** The interval on other pages, short enough to notice a disabled webhook. */
const NOTICE_INTERVAL_MS = 60_000;

const webhooksQuery = queryOptions({
  queryKey: WEBHOOKS_KEY,
  queryFn: async ({ signal }) => {
    // Every page of a manager reads the webhooks, so the schemas are only loaded then.
    const { listWebhooks } = await import('../../../shared/contract/webhooks.ts');
    return (await readApi(listWebhooks, { signal })).data;
  },
  // Not while the window is hidden.
  refetchIntervalInBackground: false,
});

export const watchedWebhooksQuery = { ...webhooksQuery, refetchInterval: WATCH_INTERVAL_MS };

export const noticedWebhooksQuery = { ...webhooksQuery, refetchInterval: NOTICE_INTERVAL_MS };

const NONE: readonly Webhook[] = [];

/** The disabled webhooks that nobody paused, as last read; none for users who may not manage webhooks. */
export function useDisabledWebhooks(): readonly Webhook[] {
  const enabled = mayManage(useMe());
  const { data = NONE } = useQuery({ ...webhooksQuery, enabled });
  return data.filter((webhook) => getHealth(webhook).kind === 'disabled');
}

/** `since` is a timestamp of the API. */
export type WebhookHealth =
  | { readonly kind: 'active' }
  | { readonly kind: 'failing'; readonly since: string }
  | { readonly kind: 'paused'; readonly since: string }
  | { readonly kind: 'disabled'; readonly since: string; readonly reason: DisabledReason };

export function getHealth(webhook: Webhook): WebhookHealth {
  const { status, disabled_reason: reason, disabled_at: disabledAt, failing_since: failingSince } = webhook;
  if (status === 'disabled') {
    const since = disabledAt ?? webhook.created_at;
    return reason === 'paused' ? { kind: 'paused', since } : { kind: 'disabled', since, reason: reason ?? 'failing' };
  }
  return failingSince === null ? { kind: 'active' } : { kind: 'failing', since: failingSince };
}
