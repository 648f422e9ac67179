import type { WebhookEvent } from '../../../shared/contract/webhook-records.ts';
import {
  FEED_OF,
  type FeedVersions,
  type RecordKey,
  recordOf,
  type StoredRecord,
  type Subscriber,
  type WrittenChange,
} from './stored-record.ts';

export interface ReceivedMessage {
  readonly subscriber: Subscriber;
  readonly messageId: string;
  readonly body: string;
  /** Whether it was answered with 2xx: then the receiver counts as informed of its content. */
  readonly isAccepted: boolean;
}

interface Event {
  readonly id: string;
  readonly type: WebhookEvent;
  readonly record_id: number;
  readonly version: number;
}

export type ReceivedLedger = ReturnType<typeof createReceivedLedger>;

/** What was sent to receivers, and how messages contradict each other. */
export function createReceivedLedger() {
  const counts = {
    messages: 0,
    /** Messages that were sent again after a 2xx, because the program was killed before it stored that. */
    redelivered: 0,
    /** A message id with another body than before. */
    changedMessages: 0,
    /** An event id that the same webhook got in another message. */
    eventsInTwoMessages: 0,
    /** An event id with another content than before. */
    changedEvents: 0,
  };
  const contents = new Map<string, string>();
  const byWebhook = new Map<number, ReturnType<typeof emptySubscription>>();

  const subscriptionOf = ({ webhookId }: Subscriber) => {
    const known = byWebhook.get(webhookId) ?? emptySubscription();
    byWebhook.set(webhookId, known);
    return known;
  };

  return Object.assign(counts, {
    receive({ subscriber, messageId, body, isAccepted }: ReceivedMessage) {
      const known = subscriptionOf(subscriber);
      counts.messages += 1;
      if (known.acceptedMessages.has(messageId)) counts.redelivered += 1;
      if (isAccepted) known.acceptedMessages.add(messageId);
      if (differs(known.messages, messageId, body)) counts.changedMessages += 1;
      const { data }: { data: { events: readonly Event[] } } = JSON.parse(body);
      for (const event of data.events) {
        const { id, version } = event;
        const record = recordOf({ account: subscriber.account, feed: FEED_OF[event.type], id: event.record_id });
        known.sent.set(`${record}@${version}`, { record, version });
        if (differs(known.messageOfEvent, id, messageId)) counts.eventsInTwoMessages += 1;
        if (differs(contents, id, JSON.stringify(event))) counts.changedEvents += 1;
        if (!isAccepted) continue;
        known.versions.set(record, Math.max(version, known.versions.get(record) ?? 0));
      }
    },
    /** Records with their latest version in an accepted message. */
    receivedVersions: (subscriber: Subscriber): ReadonlyMap<string, number> => subscriptionOf(subscriber).versions,
    /** Every version of every record that was sent, accepted or not. */
    sentTo: (subscriber: Subscriber) => [...subscriptionOf(subscriber).sent.values()],
  });
}

function emptySubscription() {
  return {
    messages: new Map<string, string>(),
    acceptedMessages: new Set<string>(),
    messageOfEvent: new Map<string, string>(),
    versions: new Map<string, number>(),
    sent: new Map<string, { readonly record: string; readonly version: number }>(),
  };
}

/** Stores the first value of a key. Returns true for any other later value. */
function differs(known: Map<string, string>, key: string, value: string): boolean {
  const before = known.get(key) ?? value;
  known.set(key, before);
  return before !== value;
}

/** Records, by name. */
export interface LookOutcome {
  /** The store has an older version than was acknowledged, or the same version with another content. */
  readonly lost: readonly string[];
  /** The store has what was written, but the feed has no change for it. */
  readonly unfed: readonly string[];
}

export type WrittenLedger = ReturnType<typeof createWrittenLedger>;

type OwedVersions = Map<string, { readonly key: RecordKey; readonly version: number; readonly shown: number }>;

/**
 * Remembers what was acknowledged and what a store contained, and compares the two. `begun` are the versions of the
 * feeds when they were subscribed to; subscribers need not be informed of earlier changes.
 */
export function createWrittenLedger(begun: readonly FeedVersions[]) {
  let acknowledged = 0;
  let sinceLook = new Map<string, WrittenChange>();
  const latest = new Map<string, WrittenChange>();
  const contents = new Map<string, string | null>();
  const begunBy = new Map(begun.map((versions) => [versions.account, versions]));
  const everywhere = { owed: new Map() as OwedVersions, committed: new Set<string>() };
  const inUtrecht = { owed: new Map() as OwedVersions, committed: new Set<string>() };
  const seenBy = ({ isInUtrecht }: Subscriber) => (isInUtrecht ? inUtrecht : everywhere);

  const owe = ({ owed }: typeof everywhere, key: RecordKey, version: number, shown = version) => {
    const known = owed.get(recordOf(key))?.version ?? begunBy.get(key.account)?.[key.feed] ?? 0;
    if (version > known) owed.set(recordOf(key), { key, version, shown });
  };

  const oweInUtrecht = (stored: StoredRecord) =>
    owe(inUtrecht, stored, stored.versionInUtrecht ?? 0, stored.shownInUtrecht ?? 0);

  const remember = (stored: StoredRecord) => {
    const record = recordOf(stored);
    contents.set(`${record}@${stored.version}`, stored.state);
    everywhere.committed.add(`${record}@${stored.version}`);
    if (stored.shownInUtrecht !== null) inUtrecht.committed.add(`${record}@${stored.shownInUtrecht}`);
  };

  /** Also if the run that wrote it was killed before it reported that. */
  const isUnfed = (stored: StoredRecord) => {
    if (stored.version === 0) return true;
    const before = contents.get(`${recordOf(stored)}@${stored.version}`);
    return before !== undefined && before !== stored.state;
  };

  return {
    get acknowledged() {
      return acknowledged;
    },
    acknowledge(changes: readonly WrittenChange[]) {
      for (const change of changes) {
        acknowledged += 1;
        latest.set(recordOf(change), change);
        sinceLook.set(recordOf(change), change);
        // Its version is above the previous version of the feed, whatever the feed contains.
        const least = change.feedBefore + 1;
        owe(everywhere, change, Math.max(change.version, least));
        const isFedInUtrecht = (change.versionInUtrecht ?? 0) >= least;
        if (change.isSeenInUtrecht && isFedInUtrecht) oweInUtrecht(change);
        else if (change.isSeenInUtrecht) owe(inUtrecht, change, least);
        remember(change);
      }
    },
    /** Records that were acknowledged since the previous look. */
    awaited: (): readonly RecordKey[] => [...sinceLook.values()],
    /** Compares what was acknowledged since the previous call with what was found: all of it, and what else changed. */
    look(found: readonly StoredRecord[]): LookOutcome {
      const outcome = compare(sinceLook, found);
      sinceLook = new Map();
      for (const stored of found) {
        owe(everywhere, stored, stored.version);
        oweInUtrecht(stored);
        remember(stored);
      }
      return outcome;
    },
    /** Compares everything ever acknowledged with everything in the store, which the feed must contain. */
    lookAtAll(found: readonly StoredRecord[]): LookOutcome {
      const { lost, unfed } = compare(latest, found);
      const all = new Set([...unfed, ...found.filter(isUnfed).map(recordOf)]);
      return { lost, unfed: [...all].filter((record) => !lost.includes(record)) };
    },
    /** Records that must be sent to the subscriber, with the last version that was acknowledged or found. */
    owedTo(subscriber: Subscriber): ReadonlyMap<string, number> {
      const { account, events } = subscriber;
      const owed = [...seenBy(subscriber).owed].filter(
        ([, { key }]) => key.account === account && events.some((event) => FEED_OF[event] === key.feed),
      );
      return new Map(owed.map(([record, { shown }]) => [record, shown]));
    },
    /** Whether this version of a record was committed, as the subscriber sees it. */
    wasCommitted: (subscriber: Subscriber, record: string, version: number) =>
      seenBy(subscriber).committed.has(`${record}@${version}`),
  };
}

function compare(expected: ReadonlyMap<string, WrittenChange>, found: readonly StoredRecord[]): LookOutcome {
  const stored = new Map(found.map((record) => [recordOf(record), record]));
  const lost: string[] = [];
  const unfed: string[] = [];
  for (const [record, change] of expected) {
    const now = stored.get(record);
    if (now === undefined || !isStored(change, now)) lost.push(record);
    else if (!isFed(change, now)) unfed.push(record);
  }
  return { lost, unfed };
}

function isStored(change: WrittenChange, stored: StoredRecord): boolean {
  return stored.version > change.version || (stored.version === change.version && stored.state === change.state);
}

function isFed({ feedBefore, isSeenInUtrecht }: WrittenChange, stored: StoredRecord): boolean {
  const isInUtrechtToo = !isSeenInUtrecht || (stored.versionInUtrecht ?? 0) > feedBefore;
  return stored.version > feedBefore && isInUtrechtToo;
}

/** Compares what was sent to receivers with what was written. */
export function judge(run: {
  readonly subscribers: readonly Subscriber[];
  readonly written: Pick<WrittenLedger, 'owedTo' | 'wasCommitted'>;
  readonly told: Pick<ReceivedLedger, 'receivedVersions' | 'sentTo'>;
}) {
  const { subscribers, written, told } = run;
  /** A subscriber was not sent the last acknowledged version of a record, or a later one. */
  const undelivered: string[] = [];
  /** An event with a version that no commit gave to a record, or that the subscriber may not see. */
  const neverCommitted: string[] = [];
  for (const subscriber of subscribers) {
    const versions = told.receivedVersions(subscriber);
    for (const [record, version] of written.owedTo(subscriber)) {
      const last = versions.get(record) ?? 0;
      if (last >= version) continue;
      undelivered.push(`webhook ${subscriber.webhookId} was told version ${last} of ${record}, not ${version}`);
    }
    for (const { record, version } of told.sentTo(subscriber)) {
      if (written.wasCommitted(subscriber, record, version)) continue;
      neverCommitted.push(
        `webhook ${subscriber.webhookId} was told version ${version} of ${record}, which it never saw`,
      );
    }
  }
  return { undelivered, neverCommitted };
}
