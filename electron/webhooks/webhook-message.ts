import { createHash, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { formatTimestamp } from '../../shared/calendar.ts';
import type { WebhookEvent } from '../../shared/contract/webhook-records.ts';
import type { ChangedKey } from '../platform/platform-webhooks.ts';

const MESSAGE_ID_BYTES = 16;

/** Without a full stop, which separates what is signed. */
export const newMessageId = () => `msg_${randomBytes(MESSAGE_ID_BYTES).toString('base64url')}`;

/** Events in the order of the changes, without the records: receivers read those by the API. 100 events are 20 kB at most. */
export function batchBody(
  accountId: number,
  type: WebhookEvent,
  changes: readonly ChangedKey[],
  createdAt: number,
): string {
  const events = changes.map(({ id, version, changed_at }) => ({
    id: eventId({ accountId, type, recordId: id, version, changedAt: changed_at }),
    type,
    occurred_at: changed_at,
    record_id: id,
    version,
  }));
  return JSON.stringify({ type: 'batch', timestamp: formatTimestamp(createdAt), data: { events } });
}

export function pingBody(createdAt: number): string {
  return JSON.stringify({ type: 'ping', timestamp: formatTimestamp(createdAt), data: {} });
}

export interface ReportedChange {
  readonly accountId: number;
  readonly type: WebhookEvent;
  readonly recordId: number;
  readonly version: number;
  /** From the feed. In a store that replaced another one, other changes have the same versions. */
  readonly changedAt: string;
}

const ID_LENGTH = 22;

/** The same for the same change, for every receiver and attempt: receivers skip known ids. */
export function eventId({ accountId, type, recordId, version, changedAt }: ReportedChange): string {
  const named = [accountId, type, recordId, version, changedAt].join(' ');
  return `evt_${createHash('sha256').update(named).digest('base64url').slice(0, ID_LENGTH)}`;
}

/** `timestampS`: when this attempt is made, for a receiver refuses an old one. `body`: exactly as it is sent. */
export function signedHeaders(
  { id, timestampS, body }: { readonly id: string; readonly timestampS: number; readonly body: string },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const at = new Date(timestampS * 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
