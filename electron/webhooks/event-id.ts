import { createHash } from 'node:crypto';
import type { WebhookEvent } from '../../shared/contract/webhook-records.ts';

export interface ToldChange {
  readonly accountId: number;
  readonly type: WebhookEvent;
  readonly recordId: number;
  readonly version: number;
  /** As the feed tells it. In a store that took the place of another, other changes have the same versions. */
  readonly changedAt: string;
}

const ID_LENGTH = 22;

/** The same for the same change, whoever is told of it and how often: receivers leave out what they know. */
export function eventId({ accountId, type, recordId, version, changedAt }: ToldChange): string {
  const named = [accountId, type, recordId, version, changedAt].join(' ');
  return `evt_${createHash('sha256').update(named).digest('base64url').slice(0, ID_LENGTH)}`;
}
