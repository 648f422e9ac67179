import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { ActiveWebhooks } from '../store/webhooks/active-webhooks.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

interface CheckingDeps {
  readonly webhooks: Pick<ActiveWebhooks, 'listActive' | 'disable'>;
  readonly secrets: Pick<WebhookSecrets, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/** Says at once, and not at the next change, that the key of the data folder is another than it was. */
export async function disableUnreadable({ webhooks, secrets, clock, log }: CheckingDeps): Promise<void> {
  for (const { id, sealedSecret } of await webhooks.listActive()) {
    if (secrets.open(sealedSecret) !== null) continue;
    log.warn(
      { webhookId: id },
      'a webhook was disabled: its secret cannot be read with the key of this folder',
    );
    await webhooks.disable(id, 'secret_unreadable', clock.now());
  }
}
