import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { pingWebhook } from '../../../../shared/contract/webhooks.ts';
import { callApi } from '../../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './list-webhooks.ts';

/** Waits for the receiver, up to 15 s. */
export function usePingWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(pingWebhook, { id }),
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
}
