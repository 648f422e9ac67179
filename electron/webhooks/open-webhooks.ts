import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Platform } from '../platform/platform.ts';
import type { Store } from '../store/open-store.ts';
import { createActiveWebhooks } from '../store/webhooks/active-webhooks.ts';
import type { Verdict } from '../store/webhooks/outbox.ts';
import { createOutbox } from '../store/webhooks/stored-outbox.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import { observedOutbox } from './observed-outbox.ts';
import type { Receivers } from './receivers.ts';
import { createWebhookService, type WebhookService } from './webhook-service.ts';

export interface WebhooksParts {
  readonly db: Store['db'];
  readonly platform: Platform;
  readonly receivers: Receivers;
  /** Of the data folder; 32 bytes. */
  readonly secretKey: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told what became of a delivery after an attempt. Default: nobody looks. */
  readonly onSettled?: ((outcome: Verdict['kind']) => void) | undefined;
}

export interface Webhooks {
  readonly service: WebhookService;
  readonly dispatcher: Dispatcher;
}

/** Webhooks as the API manages them and as they are delivered. Nothing is sent before the dispatcher is started. */
export function openWebhooks({ receivers, onSettled, ...parts }: WebhooksParts): Webhooks {
  const stored = createOutbox(parts.db);
  const outbox = onSettled ? observedOutbox(stored, onSettled) : stored;
  const webhooks = createActiveWebhooks(parts.db);
  const dispatcher = createDispatcher({ ...parts, outbox, webhooks, sender: receivers.sender });
  return {
    service: createWebhookService({ ...parts, outbox, dispatcher, rules: receivers.rules }),
    dispatcher,
  };
}
