import { randomBytes } from 'node:crypto';
import { localTimestamp } from '../../shared/calendar.ts';
import type { WebhookEvent } from '../../shared/contract/webhook-records.ts';
import type { Change } from '../platform/platform.ts';
import { eventId } from './event-id.ts';

const MESSAGE_ID_BYTES = 16;

/** Without a full stop, which separates what is signed. */
export const newMessageId = () => `msg_${randomBytes(MESSAGE_ID_BYTES).toString('base64url')}`;

/** Events in the order of the changes, thin: who wants more asks the API. At most 20 kB with 100 of them. */
export function batchBody(
  accountId: number,
  type: WebhookEvent,
  changes: readonly Change<unknown>[],
  createdAt: number,
): string {
  const events = changes.map(({ id, version, changed_at }) => ({
    id: eventId({ accountId, type, recordId: id, version, changedAt: changed_at }),
    type,
    occurred_at: changed_at,
    record_id: id,
    version,
  }));
  return JSON.stringify({ type: 'batch', timestamp: localTimestamp(createdAt), data: { events } });
}

export function pingBody(createdAt: number): string {
  return JSON.stringify({ type: 'ping', timestamp: localTimestamp(createdAt), data: {} });
}
