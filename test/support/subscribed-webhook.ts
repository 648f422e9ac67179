import type { NewWebhook, Subscription } from '../../shared/contract/webhook-records.ts';
import { subscribeWebhook } from '../../shared/contract/webhooks.ts';
import type { RunningService } from './running-service.ts';

export const RECEIVER = 'https://hooks.receiver.example/tilldesk';
export const SUBSCRIPTION: Subscription = { url: RECEIVER, events: ['order.updated', 'product.updated'] };

/** Subscribes over HTTP. `given` replaces fields of the body. */
export function subscribed(
  service: RunningService,
  token: string,
  given: Partial<Subscription> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<NewWebhook> {
  return service.call(subscribeWebhook, { token, headers, body: { ...SUBSCRIPTION, ...given } });
}
