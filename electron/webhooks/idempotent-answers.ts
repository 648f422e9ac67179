import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { IDEMPOTENCY_HOURS, NewWebhook, type Subscription } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { IdempotencyName } from '../store/webhooks/webhooks-repository.ts';
import type { WebhookIdempotencyTable } from '../store/webhooks/webhooks-schema.ts';
import { eventsInOrder, WebhookRefusal } from './webhook-record.ts';

const STORED_MS = IDEMPOTENCY_HOURS * 3_600_000;

export interface RepeatableRequest {
  readonly name: IdempotencyName;
  readonly bodyHash: string;
}

/** A caller with another locked location gets another webhook, and must not see the previous one. */
export function repeatableRequest(caller: Caller, key: string, subscription: Subscription): RepeatableRequest {
  const { accountId, userId, lockedLocation } = caller;
  const key_hash = sha256(JSON.stringify([lockedLocation?.id ?? null, key]));
  const name = { account_id: accountId, user_id: userId, key_hash };
  // The same for bodies that mean the same: order of members and events, and an empty description, make no difference.
  const { url, events, description = '' } = subscription;
  return { name, bodyHash: sha256(JSON.stringify({ description, events: eventsInOrder(events), url })) };
}

/** Answers of this moment and earlier ones are not repeated any more. */
export function forgottenUntil(now: number): number {
  return now - STORED_MS;
}

const isNewWebhook = Compile(NewWebhook);

/** The previous answer. Throws `WebhookRefusal` where the request differs. */
export function repeatedAnswer(
  box: SecretBox,
  { bodyHash }: RepeatableRequest,
  before: WebhookIdempotencyTable,
): NewWebhook {
  if (before.body_hash !== bodyHash) {
    throw new WebhookRefusal('Idempotency-Key was used with another body: use a different key.');
  }
  const text = box.open(before.sealed_answer);
  const answer: unknown = text === null ? null : JSON.parse(text);
  // Sealed with the key of another data folder.
  if (!isNewWebhook.Check(answer)) {
    throw new WebhookRefusal('The stored answer for Idempotency-Key can no longer be read: use a different key.');
  }
  return answer;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
