import type { TFunction } from 'i18next';
import { WEBHOOK_EVENTS, type Webhook } from '../../../shared/contract/webhook-records.ts';

/** What a webhook tells of, such as `Orders, products`, in one order whatever the order of subscribing. */
export function eventWords({ events }: Pick<Webhook, 'events'>, t: TFunction): string {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event))
    .map((event) => t(`webhooks.event.${event}`))
    .join(', ');
}
