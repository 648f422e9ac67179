import { queryOptions } from '@tanstack/react-query';
import { readApi } from '../../../lib/host/api-client.ts';

export const WEBHOOKS_KEY = ['webhooks'] as const;

/** While a page of webhooks is open. */
const WATCH_EVERY_MS = 5_000;
/** While any page is: enough to notice that one was disabled. */
const NOTICE_EVERY_MS = 60_000;

export const webhooksQuery = queryOptions({
  queryKey: WEBHOOKS_KEY,
  queryFn: async ({ signal }) => {
    // Every page watches the webhooks, for who may manage them: nobody else needs the schemas.
    const { listWebhooks } = await import('../../../../shared/contract/webhooks.ts');
    return (await readApi(listWebhooks, { signal })).data;
  },
  // Not while the window is hidden.
  refetchIntervalInBackground: false,
});

export const watchedWebhooksQuery = { ...webhooksQuery, refetchInterval: WATCH_EVERY_MS };
export const noticedWebhooksQuery = { ...webhooksQuery, refetchInterval: NOTICE_EVERY_MS };
