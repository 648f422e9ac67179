import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';

/** A webhook of the loop, and what its receiver may be told. */
export interface Subscriber {
  readonly webhookId: number;
  readonly account: number;
  readonly events: readonly WebhookEvent[];
  /** Subscribed by a user who is locked to Utrecht. */
  readonly isInUtrecht: boolean;
  readonly secret: string;
}

export const FEED_OF = { 'order.updated': 'orders', 'product.updated': 'products' } as const;
