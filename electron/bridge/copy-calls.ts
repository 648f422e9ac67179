import { localTimestamp } from '../../shared/calendar.ts';
import type { CopyView } from '../../shared/contract/bridge.ts';
import type { BridgeCalls } from './call-rights.ts';

/** What is kept on this computer of other platforms. */
export interface CopyDirectory {
  list(): Promise<readonly StoredCopy[]>;
  /** Throws where the system does not let go of a file; the others are removed all the same. */
  empty(): Promise<{ readonly bytes: number }>;
}

interface StoredCopy {
  readonly baseUrl: string;
  readonly account: string;
  /** When the platform was heard last, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

export interface CopyCallsDeps {
  readonly copies: CopyDirectory;
}

type CopyCalls = Pick<BridgeCalls, 'readCopies' | 'emptyCopies'>;

/** It belongs to the computer, as the settings do: any signed-in user may see it, even if their platform is away. */
export function copyCalls({ copies }: CopyCallsDeps): CopyCalls {
  return {
    async readCopies() {
      return byAccount(await copies.list());
    },
    async emptyCopies() {
      const { bytes } = await copies.empty();
      return { bytes };
    },
  };
}

/** Who of an account they are of is for nobody to see; the latest first. */
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
