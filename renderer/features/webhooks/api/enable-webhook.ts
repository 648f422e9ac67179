import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { enableWebhook } from '../../../../shared/contract/webhooks.ts';
import { callApi } from '../../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './list-webhooks.ts';

/** Done once health and deliveries are read again. */
export function useEnableWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(enableWebhook, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
}
