import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { rotateWebhookSecret } from '../../../../shared/contract/webhooks.ts';
import { callApi } from '../../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './list-webhooks.ts';

export function useRotateWebhookSecret({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(rotateWebhookSecret, { id }),
    // Its answer holds the secret: nothing of it stays once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY, exact: true }),
  });
}
