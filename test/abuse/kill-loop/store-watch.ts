import { lookAtStore } from './inspect-store.ts';
import type { WrittenLedger } from './ledgers/written-ledger.ts';

/** Looks at a store between two lives of its program. */
export interface StoreWatch {
  /** Problems that SQLite found in the file. */
  readonly integrity: number;
  readonly lost: number;
  /** Holds what changed since the look before to what was acknowledged since. */
  look(): void;
  /** Holds the whole store to everything that ever was acknowledged. */
  lookAtAll(): void;
}

export function createStoreWatch(
  file: string,
  written: WrittenLedger,
  onBreach: (sentence: string) => void,
): StoreWatch {
  const counts = { integrity: 0, lost: 0 };
  let seen = lookAtStore(file, []).versions;

  return Object.assign(counts, {
    look() {
      const { problems, changes, versions } = lookAtStore(file, seen);
      for (const problem of problems) onBreach(problem);
      counts.integrity += problems.length;
      counts.lost += written.look(changes);
      seen = versions;
    },
    lookAtAll() {
      counts.lost += written.lookAtAll(lookAtStore(file, []).changes);
    },
  });
}
