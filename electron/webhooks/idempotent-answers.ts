import { createHash } from 'node:crypto';
import { Compile } from 'typebox/compile';
import { IDEMPOTENCY_HOURS, NewWebhook, type Subscription } from '../../shared/contract/webhook-records.ts';
import type { Caller } from '../base/caller.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { IdempotencyName } from '../store/webhooks/webhooks-repository.ts';
import type { WebhookIdempotencyTable } from '../store/webhooks/webhooks-schema.ts';
import { sortEvents, WebhookRefusal } from './webhook-record.ts';

const RETENTION_MS = IDEMPOTENCY_HOURS * 3_600_000;

export interface RepeatableRequest {
  readonly name: IdempotencyName;
  readonly bodyHash: string;
}

/** The locked location is part of the key, because a caller with another one must not get this webhook. */
export function toRepeatableRequest(caller: Caller, key: string, subscription: Subscription): RepeatableRequest {
  const { accountId, userId, lockedLocation } = caller;
  const key_hash = sha256(JSON.stringify([lockedLocation?.id ?? null, key]));
  const name = { account_id: accountId, user_id: userId, key_hash };
  // Bodies with the same meaning have the same hash: the order of members and events does not matter, nor does an empty
  // description.
  const { url, events, description = '' } = subscription;
  return { name, bodyHash: sha256(JSON.stringify({ description, events: sortEvents(events), url })) };
}

/** Answers stored at this time or earlier are no longer repeated. */
export function getExpiryCutoff(now: number): number {
  return now - RETENTION_MS;
}

const isNewWebhook = Compile(NewWebhook);

/** Returns the stored answer. Throws `WebhookRefusal` if the request differs or the answer is unreadable. */
export function openStoredAnswer(
  box: SecretBox,
  { bodyHash }: RepeatableRequest,
  before: WebhookIdempotencyTable,
): NewWebhook {
  if (before.body_hash !== bodyHash) {
    throw new WebhookRefusal('Idempotency-Key was used with another body: use a different key.');
  }
  const text = box.open(before.sealed_answer);
  const answer: unknown = text === null ? null : JSON.parse(text);
  // It was encrypted with the key of another data folder.
  if (!isNewWebhook.Check(answer)) {
    throw new WebhookRefusal('The stored answer for Idempotency-Key can no longer be read: use a different key.');
  }
  return answer;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
