import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { removeWebhook } from '../../../../shared/contract/webhooks.ts';
import { ApiFailure, callApi } from '../../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './list-webhooks.ts';

/** Removing what somebody else just removed is done as well. */
export function useRemoveWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await callApi(removeWebhook, { id });
      } catch (error) {
        if (!(error instanceof ApiFailure && error.status === 404)) throw error;
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY, exact: true }),
  });
}
