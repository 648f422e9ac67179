import type { WebhookEvent } from '../../../../shared/contract/webhook-records.ts';
import { FEED_OF, type Subscriber } from '../subscriber.ts';
import { recordOf } from './record-of.ts';

export interface ReceivedMessage {
  readonly subscriber: Subscriber;
  readonly messageId: string;
  readonly body: string;
  /** Answered with 2xx: what is in it counts as told. */
  readonly isAccepted: boolean;
}

/** What receivers were told, and how messages contradict each other. */
export interface ToldLedger {
  /** Of the bodies; each as often as it arrived under a message id that was there before. */
  readonly duplicates: number;
  /** Duplicates of what was answered with 2xx before: the program was killed before it wrote that down. */
  readonly redelivered: number;
  readonly messages: number;
  /** A message id with another body than before. */
  readonly changedMessages: number;
  /** An event id that came to the same webhook in another message. */
  readonly eventsInTwoMessages: number;
  /** An event id with another content than before. */
  readonly changedEvents: number;
  /** Distinct events in accepted messages, for each webhook. */
  readonly delivered: number;
  receive(message: ReceivedMessage): void;
  /** Records with the latest version that was told in an accepted message. */
  toldTo(subscriber: Subscriber): ReadonlyMap<string, number>;
  /** Every version of every record that was sent, accepted or not. */
  sentTo(subscriber: Subscriber): readonly { readonly record: string; readonly version: number }[];
}

interface Event {
  readonly id: string;
  readonly type: WebhookEvent;
  readonly record_id: number;
  readonly version: number;
}

interface Told {
  readonly messages: Map<string, string>;
  readonly acceptedMessages: Set<string>;
  readonly messageOfEvent: Map<string, string>;
  readonly accepted: Set<string>;
  readonly versions: Map<string, number>;
  readonly sent: Map<string, { record: string; version: number }>;
}

export function createToldLedger(): ToldLedger {
  const contents = new Map<string, string>();
  const toldBy = new Map<number, Told>();
  const counts = {
    messages: 0,
    duplicates: 0,
    redelivered: 0,
    changedMessages: 0,
    eventsInTwoMessages: 0,
    changedEvents: 0,
    delivered: 0,
  };

  const toldOf = ({ webhookId }: Subscriber): Told => {
    const told = toldBy.get(webhookId) ?? emptyTold();
    toldBy.set(webhookId, told);
    return told;
  };

  const takeEvent = ({ subscriber, messageId, isAccepted }: ReceivedMessage, event: Event) => {
    const told = toldOf(subscriber);
    const record = recordOf({ account: subscriber.account, feed: FEED_OF[event.type], id: event.record_id });
    told.sent.set(`${record}@${event.version}`, { record, version: event.version });
    if (differs(told.messageOfEvent, event.id, messageId)) counts.eventsInTwoMessages += 1;
    if (differs(contents, event.id, JSON.stringify(event))) counts.changedEvents += 1;
    if (!isAccepted) return;
    if (!told.accepted.has(event.id)) counts.delivered += 1;
    told.accepted.add(event.id);
    told.versions.set(record, Math.max(event.version, told.versions.get(record) ?? 0));
  };

  return Object.assign(counts, {
    receive(message: ReceivedMessage) {
      const { messages, acceptedMessages } = toldOf(message.subscriber);
      counts.messages += 1;
      if (messages.has(message.messageId)) counts.duplicates += 1;
      if (acceptedMessages.has(message.messageId)) counts.redelivered += 1;
      if (message.isAccepted) acceptedMessages.add(message.messageId);
      if (differs(messages, message.messageId, message.body)) counts.changedMessages += 1;
      for (const event of eventsIn(message.body)) takeEvent(message, event);
    },
    toldTo: (subscriber: Subscriber) => toldOf(subscriber).versions,
    sentTo: (subscriber: Subscriber) => [...toldOf(subscriber).sent.values()],
  });
}

function emptyTold(): Told {
  return {
    messages: new Map(),
    acceptedMessages: new Set(),
    messageOfEvent: new Map(),
    accepted: new Set(),
    versions: new Map(),
    sent: new Map(),
  };
}

function eventsIn(body: string): readonly Event[] {
  const { data }: { data: { events: readonly Event[] } } = JSON.parse(body);
  return data.events;
}

/** Remembers what comes first under a key; true for anything else that comes later. */
function differs(known: Map<string, string>, key: string, value: string): boolean {
  const before = known.get(key) ?? value;
  known.set(key, before);
  return before !== value;
}
