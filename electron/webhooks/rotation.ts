import { localTimestamp } from '../../shared/calendar.ts';
import { ROTATION_HOURS, type RotatedSecret } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { WebhooksRepository } from '../store/webhooks/webhooks-repository.ts';
import { scopeOf } from './scope-of.ts';
import { timestampOrNull } from './webhook-record.ts';
import { WebhookRefusal } from './webhook-refusal.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

const BOTH_SIGN_MS = ROTATION_HOURS * 3_600_000;

interface RotationDeps {
  readonly webhooks: Pick<WebhooksRepository, 'find' | 'rotate'>;
  readonly secrets: WebhookSecrets;
  readonly clock: Pick<Clock, 'now'>;
}

/** Gives a webhook a new secret. Of two at the same time one is refused. */
export async function rotateSecret(
  { webhooks, secrets, clock }: RotationDeps,
  caller: Caller,
  id: number,
): Promise<RotatedSecret | null> {
  const scope = scopeOf(caller);
  const webhook = await webhooks.find(scope, id);
  if (!webhook) return null;
  const { sealed_secret: from, old_secret_until: until } = webhook;
  const now = clock.now();
  // Nothing can be signed with a secret that cannot be read: a new one is what it takes to go on.
  const isReadable = secrets.open(from) !== null;
  if (isReadable && until !== null && until > now) throw hasTwoSecrets(id, until);

  const secret = secrets.make();
  const oldSecretUntil = isReadable ? now + BOTH_SIGN_MS : null;
  const isDone = await webhooks.rotate(scope, id, { from, to: secrets.seal(secret), oldSecretUntil });
  if (!isDone) throw new WebhookRefusal(`Webhook ${id} was changed at the same moment: read it again.`);
  return { id, secret, old_secret_until: timestampOrNull(oldSecretUntil) };
}

function hasTwoSecrets(id: number, until: number): WebhookRefusal {
  const moment = localTimestamp(until);
  return new WebhookRefusal(`Webhook ${id} has two secrets until ${moment}: rotate it again after that.`);
}
