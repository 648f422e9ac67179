import { queryOptions } from '@tanstack/react-query';
import type { Delivery, DeliveryStatus } from '../../../../shared/contract/webhook-records.ts';
import { listDeliveries } from '../../../../shared/contract/webhooks.ts';
import { readApi } from '../../../lib/host/api-client.ts';
import { WEBHOOKS_KEY } from './list-webhooks.ts';

/** A delivery carries its body: pages are small, as they are read again every few seconds. */
export const DELIVERIES_PER_PAGE = 50;

const REFRESH_EVERY_MS = 5_000;

/** Which deliveries are listed. */
export interface DeliveryChoice {
  readonly webhookId: number;
  /** Null for all. */
  readonly status: DeliveryStatus | null;
}

export interface DeliveriesPage {
  /** What this page answers, so that rows kept while another choice loads are known for what they are. */
  readonly choice: DeliveryChoice;
  readonly total: number;
  readonly deliveries: readonly Delivery[];
}

/** Every list of deliveries of a webhook. */
export const deliveriesKey = (webhookId: number) => [...WEBHOOKS_KEY, webhookId, 'deliveries'] as const;

/** One page, newest first; pages count from 0. */
export function deliveriesPageQuery(choice: DeliveryChoice, page: number) {
  const { webhookId, status } = choice;
  return queryOptions({
    queryKey: [...deliveriesKey(webhookId), status, page],
    queryFn: async ({ signal }): Promise<DeliveriesPage> => {
      const { total, data } = await readApi(listDeliveries, {
        id: webhookId,
        query: {
          status: status ?? undefined,
          sort: '-id',
          start: page * DELIVERIES_PER_PAGE,
          limit: DELIVERIES_PER_PAGE,
        },
        signal,
      });
      return { choice, total, deliveries: data };
    },
    staleTime: 0,
    refetchInterval: REFRESH_EVERY_MS,
    refetchIntervalInBackground: false,
  });
}
