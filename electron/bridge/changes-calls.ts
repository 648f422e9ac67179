import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NEWS_SUBJECTS, type NewsSubject } from '../../shared/contract/bridge.ts';
import type { Caller } from '../base/caller.ts';
import { parseJson } from '../base/json.ts';
import { type FeedName, type Platform, readFeedEnd } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** Positions that only the caller for whom they were written can have read again. */
interface SealedPositions {
  write(caller: Caller, feed: FeedName, position: string): string;
  /** Null for what was not written for this caller and feed, or long ago. */
  read(caller: Caller, feed: FeedName, sealed: string): string | null;
}

export interface NewsCallsDeps extends SignedInCallerDeps {
  /** Seals the position in a feed: it counts the changes of all locations, which not everybody may know. */
  readonly cursors: SealedPositions;
  readonly platform: Pick<Platform, 'readChanges'>;
}

/** The position of each feed when it was last read, sealed for the user who read it. */
const Positions = Type.Object({ products: Type.String(), orders: Type.String() }, { additionalProperties: false });

const acceptsPositions = Compile(Positions);

/** Whether there are changes for the signed-in user. */
export function newsCalls({ platform, cursors, ...deps }: NewsCallsDeps) {
  const readEnd = (caller: Caller, feed: NewsSubject) => readFeedEnd(platform, caller, feed);

  async function hasChanges(caller: Caller, feed: NewsSubject, cursor: string, end: string): Promise<boolean> {
    const position = cursors.read(caller, feed, cursor);
    // Written for another user, or too old: pages read again.
    if (position === null) return true;
    // No worker is asked then.
    if (position === end) return false;
    try {
      const { total } = await platform.readChanges(caller, feed, { after: { position }, limit: 1 });
      return total > 0;
    } catch (error) {
      // What happened since is unknown: pages read again.
      if (error instanceof PlatformError && error.code === 'position_lost') return true;
      throw error;
    }
  }

  return {
    async readNews({ seen }) {
      const before = seen === null ? null : parsePositions(seen);
      const caller = await signedInCaller(deps);
      // First the ends, then what changed: a change in between is reported now or by the next call, never missed.
      const [products, orders] = await Promise.all([readEnd(caller, 'products'), readEnd(caller, 'orders')]);
      const ends = { products, orders };
      const hasNews =
        before && (await Promise.all(NEWS_SUBJECTS.map((feed) => hasChanges(caller, feed, before[feed], ends[feed]))));
      const sealed = Object.fromEntries(NEWS_SUBJECTS.map((feed) => [feed, cursors.write(caller, feed, ends[feed])]));
      return { changed: NEWS_SUBJECTS.filter((_, at) => hasNews?.[at]), seen: JSON.stringify(sealed) };
    },
  } satisfies Partial<BridgeCalls>;
}

function parsePositions(seen: string): Static<typeof Positions> {
  const positions = parseJson(seen);
  if (acceptsPositions.Check(positions)) return positions;
  throw new BridgeError('invalid', 'This is not what was seen before.');
}
