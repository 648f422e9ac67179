import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { formatTimestamp, formatTimestampOrNull } from '../../shared/calendar.ts';
import { ROTATION_HOURS, type RotatedSecret } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import { createSecretBox, deriveKey } from '../base/secret-box.ts';
import type { ActiveWebhooks } from '../store/webhooks/active-webhooks.ts';
import type { WebhooksRepository } from '../store/webhooks/webhooks-repository.ts';
import { toStoreScope, WebhookRefusal } from './webhook-record.ts';

/** Secrets that sign deliveries: `whsec_` and base64 of 32 random bytes. They are stored encrypted. */
export interface WebhookSecrets {
  make(): string;
  seal(secret: string): string;
  /** `null` if it was encrypted with the key of another data folder. */
  open(sealed: string): string | null;
}

const SECRET_BYTES = 32;

export function createWebhookSecrets(secretKey: Uint8Array): WebhookSecrets {
  const { seal, open } = createSecretBox(deriveKey(secretKey, 'webhook secrets'), 'webhook secret');
  return { make: () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, seal, open };
}

const OVERLAP_MS = ROTATION_HOURS * 3_600_000;

interface RotationDeps {
  readonly webhooks: Pick<WebhooksRepository, 'find' | 'rotate'>;
  readonly secrets: WebhookSecrets;
  readonly clock: Pick<Clock, 'now'>;
}

/** Replaces the secret of a webhook. Of two concurrent rotations, one is refused. */
export async function rotateSecret(
  { webhooks, secrets, clock }: RotationDeps,
  caller: Caller,
  id: number,
): Promise<RotatedSecret | null> {
  const scope = toStoreScope(caller);
  const webhook = await webhooks.find(scope, id);
  if (!webhook) return null;
  const { sealed_secret: from, old_secret_until: until } = webhook;
  const now = clock.now();
  // An unreadable secret signs nothing, so it can always be replaced.
  const isReadable = secrets.open(from) !== null;
  if (isReadable && until !== null && until > now) {
    const moment = formatTimestamp(until);
    throw new WebhookRefusal(`Webhook ${id} has two secrets until ${moment}: rotate it again after that.`);
  }
  const secret = secrets.make();
  const oldSecretUntil = isReadable ? now + OVERLAP_MS : null;
  const isDone = await webhooks.rotate(scope, id, { from, to: secrets.seal(secret), oldSecretUntil });
  if (!isDone) throw new WebhookRefusal(`Webhook ${id} was changed at the same time: read it again.`);
  return { id, secret, old_secret_until: formatTimestampOrNull(oldSecretUntil) };
}

interface CheckingDeps {
  readonly webhooks: Pick<ActiveWebhooks, 'listActive' | 'disable'>;
  readonly secrets: Pick<WebhookSecrets, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/**
 * Disables webhooks whose secret cannot be read with the key of the data folder. Does not wait for their next change.
 */
export async function disableUnreadable({ webhooks, secrets, clock, log }: CheckingDeps): Promise<void> {
  for (const { id, sealedSecret } of await webhooks.listActive()) {
    if (secrets.open(sealedSecret) !== null) continue;
    log.warn({ webhookId: id }, 'a webhook was disabled: its secret cannot be read with the key of this folder');
    await webhooks.disable(id, 'secret_unreadable', clock.now());
  }
}
