import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Delivery, DeliveryStatus, Subscription, Webhook } from '../../../shared/contract/webhook-records.ts';
import {
  enableWebhook,
  listDeliveries,
  pauseWebhook,
  pingWebhook,
  removeWebhook,
  replayDelivery,
  retryDelivery,
  rotateWebhookSecret,
  subscribeWebhook,
  updateWebhook,
} from '../../../shared/contract/webhooks.ts';
import type { PagedList } from '../../components/data-table/paged-rows.ts';
import { ApiFailure, callApi, readApi } from '../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './watched-webhooks.ts';

/** Deliveries include their body, so pages are small, as they are read again every few seconds. */
export const DELIVERIES_PER_PAGE = 50;

const REFRESH_INTERVAL_MS = 5_000;

export interface DeliveryChoice {
  readonly webhookId: number;
  /** `null` for all. */
  readonly status: DeliveryStatus | null;
}

const DELIVERIES_KEY = ['webhook-deliveries'] as const;

/** The delivery log of a webhook, newest first. */
export const deliveriesList: PagedList<DeliveryChoice, Delivery> = {
  key: DELIVERIES_KEY,
  follows: [],
  pageSize: DELIVERIES_PER_PAGE,
  refreshEveryMs: REFRESH_INTERVAL_MS,
  getRowId: ({ id }) => id,
  async readPage({ webhookId: id, status }, page, signal) {
    const query = { status: status ?? undefined, sort: '-id', ...page } as const;
    const { total, data } = await readApi(listDeliveries, { id, query, signal });
    return { total, data, sums: null };
  },
};

export function useReplayDelivery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook_id: id, id: deliveryId }: Delivery) => callApi(replayDelivery, { id, deliveryId }),
    onSettled: () => void client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
}

/** Makes a pending delivery due now. */
export function useRetryDelivery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ webhook_id: id, id: deliveryId }: Delivery) => callApi(retryDelivery, { id, deliveryId }),
    onSettled: () => void client.invalidateQueries({ queryKey: DELIVERIES_KEY }),
  });
}

/** Retrying the same subscription does not create a second one, even if the first answer was lost. */
export function useSubscribeWebhook() {
  const client = useQueryClient();
  const latest = useRef({ text: '', key: '' });
  const getKey = (subscription: Subscription) => {
    const text = JSON.stringify(subscription);
    if (text !== latest.current.text) latest.current = { text, key: crypto.randomUUID() };
    return latest.current.key;
  };
  return useMutation({
    mutationFn: (subscription: Subscription) =>
      callApi(subscribeWebhook, {
        body: subscription,
        headers: { 'idempotency-key': getKey(subscription) },
      }),
    // The answer contains the secret, so nothing of it is stored once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  });
}

/** Settles after health and deliveries are read again. */
export function useEnableWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(enableWebhook, { id }),
    onSettled: () => invalidateWebhooks(client),
  });
}

/** Settles after health and deliveries are read again. */
export function usePauseWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(pauseWebhook, { id }),
    onSettled: () => invalidateWebhooks(client),
  });
}

export function useUpdateWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscription: Subscription) => callApi(updateWebhook, { id, body: subscription }),
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY, exact: true }),
  });
}

/** Waits up to 15 s for the receiver. */
export function usePingWebhook({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(pingWebhook, { id }),
    onSettled: () => void invalidateWebhooks(client),
  });
}

export function useRotateWebhookSecret({ id }: Webhook) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(rotateWebhookSecret, { id }),
    // The answer contains the secret, so nothing of it is stored once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: WEBHOOKS_KEY, exact: true }),
  });
}

/** Settles after health and deliveries are read again. */
function invalidateWebhooks(client: QueryClient): Promise<unknown> {
  return Promise.all([WEBHOOKS_KEY, DELIVERIES_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Removing a webhook that no longer exists also succeeds. */
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

/** Whether the API refused the request itself. The message has the reason. */
export function isRefused(error: Error | null): error is ApiFailure {
  return error instanceof ApiFailure && error.status === 400;
}
