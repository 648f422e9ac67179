import { lookAtStore, readAllRecords } from './inspect-store.ts';
import type { LookOutcome, WrittenLedger } from './ledgers/written-ledger.ts';
import type { FeedVersions } from './stored-record.ts';

/** Looks at a store between two lives of its program. */
export interface StoreWatch {
  /** Problems that SQLite found in the file. */
  readonly integrity: number;
  readonly lost: number;
  readonly unfed: number;
  /** Holds what changed since the look before to what was acknowledged since. */
  look(): void;
  /** Holds the whole store to everything that ever was acknowledged. */
  lookAtAll(): void;
}

export function createStoreWatch(
  file: string,
  written: WrittenLedger,
  begun: readonly FeedVersions[],
  onBreach: (sentence: string) => void,
): StoreWatch {
  const counts = { integrity: 0, lost: 0, unfed: 0 };
  let seen = begun;

  const count = ({ lost, unfed }: LookOutcome) => {
    for (const record of lost.slice(0, 1)) onBreach(`${record} is not as it was acknowledged`);
    for (const record of unfed.slice(0, 1)) onBreach(`${record} changed, and the feed does not tell of it`);
    counts.lost += lost.length;
    counts.unfed += unfed.length;
  };

  return Object.assign(counts, {
    look() {
      const { problems, records, versions } = lookAtStore(file, written.awaited(), seen);
      for (const problem of problems) onBreach(problem);
      counts.integrity += problems.length;
      count(written.look(records));
      seen = versions;
    },
    lookAtAll: () => count(written.lookAtAll(readAllRecords(file))),
  });
}
