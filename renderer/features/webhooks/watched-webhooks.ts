import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DisabledReason, Webhook } from '../../../shared/contract/webhook-records.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { mayManage, useMe } from '../../lib/session.ts';

export const WEBHOOKS_KEY = ['webhooks'] as const;

/** While a page of webhooks is open. */
const WATCH_EVERY_MS = 5_000;

/** While any page is: enough to notice that one was disabled. */
const NOTICE_EVERY_MS = 60_000;

const webhooksQuery = queryOptions({
  queryKey: WEBHOOKS_KEY,
  queryFn: async ({ signal }) => {
    // Every page watches the webhooks, for who may manage them: nobody else needs the schemas.
    const { listWebhooks } = await import('../../../shared/contract/webhooks.ts');
    return (await readApi(listWebhooks, { signal })).data;
  },
  // Not while the window is hidden.
  refetchIntervalInBackground: false,
});

export const watchedWebhooksQuery = { ...webhooksQuery, refetchInterval: WATCH_EVERY_MS };

export const noticedWebhooksQuery = { ...webhooksQuery, refetchInterval: NOTICE_EVERY_MS };

const NONE: readonly Webhook[] = [];

/** The webhooks that were disabled, as they were last read; none for who may not manage them. */
export function useDisabledWebhooks(): readonly Webhook[] {
  const enabled = mayManage(useMe());
  const { data = NONE } = useQuery({ ...webhooksQuery, enabled });
  return data.filter(({ status }) => status === 'disabled');
}

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
