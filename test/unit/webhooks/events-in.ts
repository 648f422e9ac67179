import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';

interface TestedEvent {
  readonly id: string;
  readonly type: WebhookEvent;
  readonly occurred_at: string;
  readonly record_id: number;
  readonly version: number;
}

export function eventsIn({ body }: { readonly body: string }): readonly TestedEvent[] {
  return JSON.parse(body).data.events;
}
