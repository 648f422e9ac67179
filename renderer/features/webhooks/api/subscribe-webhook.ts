import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Subscription } from '../../../../shared/contract/webhook-records.ts';
import { subscribeWebhook } from '../../../../shared/contract/webhooks.ts';
import { callApi } from '../../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './list-webhooks.ts';

/** A try again of the same subscription makes no second one, also where the answer to the first was lost. */
export function useSubscribeWebhook() {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: (subscription: Subscription) =>
      callApi(subscribeWebhook, {
        body: subscription,
        headers: { 'idempotency-key': keyOf(subscription) },
      }),
    // Its answer holds the secret: nothing of it stays once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
}

/** The same key as long as the subscription is the same. */
function useIdempotencyKey(): (subscription: Subscription) => string {
  const latest = useRef({ text: '', key: '' });
  return (subscription) => {
    const text = JSON.stringify(subscription);
    if (text !== latest.current.text) latest.current = { text, key: crypto.randomUUID() };
    return latest.current.key;
  };
}
