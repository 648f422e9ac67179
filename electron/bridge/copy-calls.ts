import { localTimestamp } from '../../shared/calendar.ts';
import type { CopyView } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './call-rights.ts';

/** The copies of other platforms that are stored on this computer. */
export interface CopyDirectory {
  list(): Promise<readonly StoredCopy[]>;
  /** Throws where the system refuses to remove a file; the others are removed all the same. */
  empty(): Promise<{ readonly bytes: number }>;
}

interface StoredCopy {
  readonly baseUrl: string;
  readonly account: string;
  /** When the platform answered last, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

export interface CopyCallsDeps {
  readonly copies: CopyDirectory;
}

/** Copies belong to the computer, as the settings do: any signed-in user may list them, even if their platform is away. */
export function copyCalls({ copies }: CopyCallsDeps) {
  return {
    async readCopies() {
      return byAccount(await copies.list());
    },
    async emptyCopies() {
      const { bytes } = await copies.empty();
      return { bytes };
    },
  } satisfies Partial<BridgeCalls>;
}

/** One entry for each account, without the names of its users; the latest first. */
function byAccount(copies: readonly StoredCopy[]): CopyView[] {
  const groups = Map.groupBy(copies, ({ baseUrl, account }) => JSON.stringify([baseUrl, account]));
  return [...groups.values()]
    .map((own) => ({ own, heardAt: Math.max(...own.map(({ confirmedAt }) => confirmedAt)) }))
    .sort((a, b) => b.heardAt - a.heardAt)
    .flatMap(({ own, heardAt }) =>
      own.slice(0, 1).map(({ baseUrl, account }) => ({
        ...{ platform: baseUrl, account, users: own.length, updatedAt: localTimestamp(heardAt) },
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
      })),
    );
}
