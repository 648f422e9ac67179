import type { FeedVersions, RecordKey, StoredRecord } from '../stored-record.ts';
import { FEED_OF, type Subscriber } from '../subscriber.ts';
import type { WrittenChange } from '../written-change.ts';
import { recordOf } from './record-of.ts';

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
export function createOwedVersions(begun: readonly FeedVersions[]): OwedVersions {
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
        owed
          .filter(([, { key }]) => isToldOf(subscriber, key))
          .map(([record, { version }]) => [record, version]),
      );
    },
  };
}

function isToldOf({ account, events }: Subscriber, key: RecordKey): boolean {
  return key.account === account && events.some((event) => FEED_OF[event] === key.feed);
}
