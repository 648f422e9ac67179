import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import { replayDelivery } from '../../../../shared/contract/webhooks.ts';
import { callApi } from '../../../lib/host/api-client.ts';
import { deliveriesKey } from './list-deliveries.ts';

export function useReplayDelivery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook_id: id, id: deliveryId }: Delivery) => callApi(replayDelivery, { id, deliveryId }),
    onSettled: (_made, _error, { webhook_id: webhookId }) =>
      void client.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
  });
}
