import type { Subscriber } from '../subscriber.ts';
import type { WrittenChange } from '../written-change.ts';

/** Remembers what was acknowledged and what a store was seen to hold, and compares the two. */
export interface WrittenLedger {
  readonly acknowledged: number;
  acknowledge(changes: readonly WrittenChange[]): void;
  /**
   * Compares what changed since the look before with what was acknowledged since, and answers how many acknowledged
   * changes are lost: the record has an older version, or the same version and another content.
   */
  look(found: readonly WrittenChange[]): number;
  /** The same for everything that ever was acknowledged. */
  lookAtAll(found: readonly WrittenChange[]): number;
  /** Records of which the subscriber has to be told, with the version that was acknowledged last. */
  owedTo(subscriber: Subscriber): ReadonlyMap<string, number>;
  /** Whether this version of a record was committed, in the eyes of the subscriber. */
  wasCommitted(subscriber: Subscriber, record: string, version: number): boolean;
}

export function createWrittenLedger(): WrittenLedger {
  let acknowledged = 0;
  let sinceLook = new Map<string, WrittenChange>();
  const latest = new Map<string, WrittenChange>();
  const committed = { everywhere: new Set<string>(), inUtrecht: new Set<string>() };

  const remember = (change: WrittenChange) => {
    committed.everywhere.add(`${recordOf(change)}@${change.version}`);
    if (change.versionInUtrecht === null) return;
    committed.inUtrecht.add(`${recordOf(change)}@${change.versionInUtrecht}`);
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
        remember(change);
      }
    },
    look(found) {
      for (const change of found) remember(change);
      const expected = sinceLook;
      sinceLook = new Map();
      return countLost(expected, found);
    },
    lookAtAll: (found) => countLost(latest, found),
    owedTo(subscriber) {
      const owed = new Map<string, number>();
      for (const [record, change] of latest) {
        const version = subscriber.isInUtrecht ? change.versionInUtrecht : change.version;
        if (isToldOf(subscriber, change) && version !== null) owed.set(record, version);
      }
      return owed;
    },
    wasCommitted: ({ isInUtrecht }, record, version) =>
      (isInUtrecht ? committed.inUtrecht : committed.everywhere).has(`${record}@${version}`),
  };
}

export function recordOf({ account, feed, id }: Pick<WrittenChange, 'account' | 'feed' | 'id'>): string {
  return `${account}/${feed}/${id}`;
}

function isToldOf({ account, events }: Subscriber, change: WrittenChange): boolean {
  const event = change.feed === 'orders' ? 'order.updated' : 'product.updated';
  return change.account === account && events.includes(event);
}

function countLost(expected: ReadonlyMap<string, WrittenChange>, found: readonly WrittenChange[]): number {
  const stored = new Map(found.map((change) => [recordOf(change), change]));
  return [...expected].filter(([record, change]) => !isKept(change, stored.get(record))).length;
}

function isKept(change: WrittenChange, stored: WrittenChange | undefined): boolean {
  if (stored === undefined || stored.version < change.version) return false;
  return stored.version > change.version || stored.state === change.state;
}
