import type { WebhookEvent } from '../../shared/contract/webhook-records.ts';
import type { FeedName } from '../platform/platform.ts';

/** The feed whose changes an event tells of. */
export const FEED_OF_EVENT = {
  'order.updated': 'orders',
  'product.updated': 'products',
} as const satisfies Readonly<Record<WebhookEvent, FeedName>>;
