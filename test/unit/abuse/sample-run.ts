import type { ReceivedMessage } from '../../abuse/kill-loop/ledgers.ts';
import type { FeedVersions, Subscriber, WrittenChange } from '../../abuse/kill-loop/stored-record.ts';

export const SEES_ALL: Subscriber = {
  webhookId: 1,
  account: 1,
  events: ['order.updated', 'product.updated'],
  isInUtrecht: false,
  secret: 'whsec_',
};
export const SEES_UTRECHT: Subscriber = { ...SEES_ALL, webhookId: 2, isInUtrecht: true };

/** Nothing had changed when the feeds were subscribed to. */
export const BEGUN: readonly FeedVersions[] = [{ account: 1, orders: 0, products: 0 }];

export const ORDER_OF_UTRECHT: WrittenChange = {
  account: 1,
  feed: 'orders',
  id: 5001,
  version: 1,
  versionInUtrecht: 1,
  shownInUtrecht: 1,
  state: '["complete"]',
  isSeenInUtrecht: true,
  feedBefore: 0,
};

export function changeOf(changes: Partial<WrittenChange>): WrittenChange {
  const { version = 1, versionInUtrecht = version, shownInUtrecht = versionInUtrecht } = changes;
  const isSeenInUtrecht = versionInUtrecht !== null;
  const inUtrecht = { versionInUtrecht, shownInUtrecht, isSeenInUtrecht };
  return { ...ORDER_OF_UTRECHT, ...inUtrecht, feedBefore: version - 1, ...changes };
}

interface MessageGiven extends Partial<ReceivedMessage> {
  readonly version: number;
  readonly eventId?: string;
}

export function messageOf({ version, eventId = `evt_${version}`, ...given }: MessageGiven): ReceivedMessage {
  const event = { id: eventId, type: 'order.updated', occurred_at: 'now', record_id: 5001, version };
  const body = JSON.stringify({ type: 'batch', data: { events: [event] } });
  return { subscriber: SEES_ALL, messageId: `msg_${version}`, body, isAccepted: true, ...given };
}
