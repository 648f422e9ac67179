import { localTimestamp } from '../../shared/calendar.ts';
import type { BridgeArgument, CopyView } from '../../shared/contract/bridge.ts';
import type { CopyAction, CopyStatus } from '../../shared/contract/connection.ts';
import type { Caller } from '../base/caller.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** The copies of other platforms that are stored on this computer. */
export interface CopyDirectory {
  list(): Promise<readonly StoredCopy[]>;
  /** Throws where the system refuses to remove a file; the others are removed all the same. */
  empty(): Promise<{ readonly bytes: number }>;
  /** The copy of this user at their platform; null where there is none. */
  statusOf(caller: Caller): Promise<CopyStatus | null>;
  control(caller: Caller, action: CopyAction): Promise<void>;
}

interface StoredCopy {
  readonly baseUrl: string;
  readonly account: string;
  /** When the platform answered last, in milliseconds since the epoch. */
  readonly confirmedAt: number;
  readonly bytes: number;
}

export interface CopyCallsDeps extends SignedInCallerDeps {
  readonly copies: CopyDirectory;
}

/**
 * Copies belong to the computer, as the settings do: any signed-in user may list and empty them, even if their platform is
 * away. What a copy contains, and what is done with one of them, is for the user whose copy it is.
 */
export function copyCalls(deps: CopyCallsDeps) {
  const { copies, session } = deps;

  /** The signed-in user with the address of their platform; null for the built-in one. */
  async function userAtPlatform() {
    const caller = await signedInCaller(deps);
    const state = session.state();
    return { caller, platform: state.kind === 'signed-in' ? state.platform : null };
  }

  return {
    async readCopies() {
      return byAccount(await copies.list());
    },
    async emptyCopies() {
      const { bytes } = await copies.empty();
      return { bytes };
    },
    async readConnection() {
      const { caller, platform } = await userAtPlatform();
      return { platform, account: caller.account, copy: platform === null ? null : await copies.statusOf(caller) };
    },
    async controlCopy({ action }: BridgeArgument<'controlCopy'>) {
      const { caller, platform } = await userAtPlatform();
      if (platform === null) throw new BridgeError('invalid', 'Nothing of this program itself is copied.', 400);
      await copies.control(caller, action);
      return null;
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
