import type {
  Delivery,
  DeliveryStatus,
  NewWebhook,
  RotatedSecret,
  Subscription,
  Webhook,
} from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Change, ChangesPage, ChangesQuery, FeedName, Page } from './platform.ts';

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly sort?: 'id' | '-id';
  readonly start: number;
  readonly limit: number;
}

/**
 * Manages webhooks for a user: here, or at a platform whose `webhooks` are `there`. Callers are owners and accountants.
 * A caller with a locked location sees the webhooks that were subscribed with the same lock. Methods return `null` for
 * what does not exist for the caller. A refusal throws `WebhookRefusal` here and `PlatformError` there.
 */
export interface PlatformWebhooks {
  /** The same key and body get the same answer for 24 hours. */
  subscribe(caller: Caller, subscription: Subscription, idempotencyKey: string | null): Promise<NewWebhook>;
  list(caller: Caller): Promise<readonly Webhook[]>;
  find(caller: Caller, id: number): Promise<Webhook | null>;
  /** Replaces address, events and description. The secret does not change. */
  update(caller: Caller, id: number, subscription: Subscription): Promise<Webhook | null>;
  remove(caller: Caller, id: number): Promise<boolean>;
  pause(caller: Caller, id: number): Promise<Webhook | null>;
  /** Refused if the subscriber's rights changed since the subscription, no matter who calls. */
  enable(caller: Caller, id: number): Promise<Webhook | null>;
  ping(caller: Caller, id: number): Promise<Delivery | null>;
  rotateSecret(caller: Caller, id: number): Promise<RotatedSecret | null>;
  listDeliveries(caller: Caller, id: number, query: DeliveryQuery): Promise<Page<Delivery> | null>;
  replay(caller: Caller, id: number, deliveryId: number): Promise<Delivery | null>;
  /** Attempts a pending delivery now. */
  retry(caller: Caller, id: number, deliveryId: number): Promise<Delivery | null>;
}

export type AskWebhooks = <Answer>(
  caller: Caller,
  call: (webhooks: PlatformWebhooks) => Promise<Answer>,
) => Promise<Answer>;

/** Like `readChanges` of the port, without records and count: receivers get only keys. */
export type ReadChangedKeys = (
  caller: Caller,
  feed: FeedName,
  query: ChangesQuery,
) => Promise<Pick<ChangesPage<unknown>, 'next' | 'hasMore'> & { readonly rows: readonly ChangedKey[] }>;

export type ChangedKey = Pick<Change<unknown>, 'id' | 'version' | 'changed_at'>;
