import { createHash, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { formatTimestamp } from '../../shared/calendar.ts';
import type { WebhookEvent } from '../../shared/contract/webhook-records.ts';
import type { ChangedKey } from '../platform/platform-webhooks.ts';

const MESSAGE_ID_BYTES = 16;

/** The id has no full stop, because that separates the signed parts. */
export const newMessageId = () => `msg_${randomBytes(MESSAGE_ID_BYTES).toString('base64url')}`;

/**
 * Lists events in the order of the changes, without records, which receivers read through the API. 100 events are at
 * most 20 kB.
 */
export function formatBatchBody(
  accountId: number,
  type: WebhookEvent,
  changes: readonly ChangedKey[],
  createdAt: number,
): string {
  const events = changes.map(({ id, version, changed_at }) => ({
    id: getEventId({ accountId, type, recordId: id, version, changedAt: changed_at }),
    type,
    occurred_at: changed_at,
    record_id: id,
    version,
  }));
  return JSON.stringify({ type: 'batch', timestamp: formatTimestamp(createdAt), data: { events } });
}

export function formatPingBody(createdAt: number): string {
  return JSON.stringify({ type: 'ping', timestamp: formatTimestamp(createdAt), data: {} });
}

export interface ReportedChange {
  readonly accountId: number;
  readonly type: WebhookEvent;
  readonly recordId: number;
  readonly version: number;
  /** The timestamp from the feed. Needed because a store that replaced another one may reuse its versions. */
  readonly changedAt: string;
}

const ID_LENGTH = 22;

/** Returns an id that depends on the change only, not on receiver or attempt, so that receivers can skip known ids. */
export function getEventId({ accountId, type, recordId, version, changedAt }: ReportedChange): string {
  const source = [accountId, type, recordId, version, changedAt].join(' ');
  return `evt_${createHash('sha256').update(source).digest('base64url').slice(0, ID_LENGTH)}`;
}

/**
 * `timestampS` is the time of this attempt, because receivers refuse old messages. `body` must be exactly what is sent.
 */
export function createSignedHeaders(
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
