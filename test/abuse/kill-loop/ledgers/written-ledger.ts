import type { FeedVersions, RecordKey, StoredRecord } from '../stored-record.ts';
import { FEED_OF, type Subscriber } from '../subscriber.ts';
import type { WrittenChange } from '../written-change.ts';
import { recordOf } from './record-of.ts';

/** Records, by name. */
export interface LookOutcome {
  /** The store has an older version than was acknowledged, or the same version and another content. */
  readonly lost: readonly string[];
  /** The store has what was written, and the feed has no change of it. */
  readonly unfed: readonly string[];
}

/** Remembers what was acknowledged and what a store was seen to hold, and compares the two. */
export interface WrittenLedger {
  readonly acknowledged: number;
  acknowledge(changes: readonly WrittenChange[]): void;
  /** Records that were acknowledged since the look before. */
  awaited(): readonly RecordKey[];
  /** Compares what was acknowledged since the look before with what was found: all of it, and what changed besides. */
  look(found: readonly StoredRecord[]): LookOutcome;
  /** Compares all that ever was acknowledged with all that the store holds, which the feed has to tell of. */
  lookAtAll(found: readonly StoredRecord[]): LookOutcome;
  /** Records of which the subscriber has to be told, with the version that was acknowledged or found last. */
  owedTo(subscriber: Subscriber): ReadonlyMap<string, number>;
  /** Whether this version of a record was committed, in the eyes of the subscriber. */
  wasCommitted(subscriber: Subscriber, record: string, version: number): boolean;
}

/** `begun` is how far the feeds were when they were subscribed to. */
export function createWrittenLedger(begun: readonly FeedVersions[]): WrittenLedger {
  let acknowledged = 0;
  let sinceLook = new Map<string, WrittenChange>();
  const latest = new Map<string, WrittenChange>();
  const owed = createOwedVersions(begun);
  const contents = new Map<string, string | null>();
  const committed = { everywhere: new Set<string>(), inUtrecht: new Set<string>() };

  const remember = (stored: StoredRecord) => {
    const record = recordOf(stored);
    contents.set(`${record}@${stored.version}`, stored.state);
    committed.everywhere.add(`${record}@${stored.version}`);
    if (stored.versionInUtrecht !== null) committed.inUtrecht.add(`${record}@${stored.versionInUtrecht}`);
  };

  /** Also where whoever wrote it did not live to say so. */
  const isUntold = (stored: StoredRecord) => {
    if (stored.version === 0) return true;
    const before = contents.get(`${recordOf(stored)}@${stored.version}`);
    return before !== undefined && before !== stored.state;
  };

  return {
    get acknowledged() {
      return acknowledged;
    },
    acknowledge(changes) {
      for (const change of changes) {
        acknowledged += 1;
        latest.set(recordOf(change), change);
        sinceLook.set(recordOf(change), change);
        owed.acknowledged(change);
        remember(change);
      }
    },
    awaited: () => [...sinceLook.values()],
    look(found) {
      const outcome = compare(sinceLook, found);
      sinceLook = new Map();
      for (const stored of found) {
        owed.found(stored);
        remember(stored);
      }
      return outcome;
    },
    lookAtAll(found) {
      const { lost, unfed } = compare(latest, found);
      const untold = found.filter(isUntold).map(recordOf);
      return { lost, unfed: [...new Set([...unfed, ...untold])].filter((record) => !lost.includes(record)) };
    },
    owedTo: owed.to,
    wasCommitted: ({ isInUtrecht }, record, version) =>
      (isInUtrecht ? committed.inUtrecht : committed.everywhere).has(`${record}@${version}`),
  };
}

function compare(expected: ReadonlyMap<string, WrittenChange>, found: readonly StoredRecord[]): LookOutcome {
  const stored = new Map(found.map((record) => [recordOf(record), record]));
  const lost: string[] = [];
  const unfed: string[] = [];
  for (const [record, change] of expected) {
    const now = stored.get(record);
    if (now === undefined || !isKept(change, now)) lost.push(record);
    else if (!isFed(change, now)) unfed.push(record);
  }
  return { lost, unfed };
}

function isKept(change: WrittenChange, stored: StoredRecord): boolean {
  if (stored.version < change.version) return false;
  return stored.version > change.version || stored.state === change.state;
}

function isFed({ feedBefore, isSeenInUtrecht }: WrittenChange, stored: StoredRecord): boolean {
  const isInUtrechtToo = !isSeenInUtrecht || (stored.versionInUtrecht ?? 0) > feedBefore;
  return stored.version > feedBefore && isInUtrechtToo;
}

/** The latest version of each record of which subscribers have to be told. */
export interface OwedVersions {
  /** It has a version above that of the feed before it, whatever the feed says. */
  acknowledged(change: WrittenChange): void;
  /** Whoever committed it, and whether they lived to say so. */
  found(stored: StoredRecord): void;
  to(subscriber: Subscriber): ReadonlyMap<string, number>;
}

interface Owed {
  readonly key: RecordKey;
  readonly version: number;
}

/** Nothing is owed of what the feeds had when they were subscribed to. */
function createOwedVersions(begun: readonly FeedVersions[]): OwedVersions {
  const everywhere = new Map<string, Owed>();
  const inUtrecht = new Map<string, Owed>();
  const begunBy = new Map(begun.map((versions) => [versions.account, versions]));

  const raise = (owed: Map<string, Owed>, key: RecordKey, version: number) => {
    const known = owed.get(recordOf(key))?.version ?? begunBy.get(key.account)?.[key.feed] ?? 0;
    if (version > known) owed.set(recordOf(key), { key, version });
  };

  return {
    acknowledged(change) {
      const least = change.feedBefore + 1;
      raise(everywhere, change, Math.max(change.version, least));
      if (change.isSeenInUtrecht) raise(inUtrecht, change, Math.max(change.versionInUtrecht ?? 0, least));
    },
    found(stored) {
      raise(everywhere, stored, stored.version);
      raise(inUtrecht, stored, stored.versionInUtrecht ?? 0);
    },
    to(subscriber) {
      const owed = [...(subscriber.isInUtrecht ? inUtrecht : everywhere)];
      return new Map(
        owed.filter(([, { key }]) => isToldOf(subscriber, key)).map(([record, { version }]) => [record, version]),
      );
    },
  };
}

function isToldOf({ account, events }: Subscriber, key: RecordKey): boolean {
  return key.account === account && events.some((event) => FEED_OF[event] === key.feed);
}
