import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NEWS_SUBJECTS, type News, type NewsSubject } from '../../shared/contract/bridge.ts';
import type { Caller } from '../base/caller.ts';
import { parseJson } from '../base/json.ts';
import { type FeedName, type Platform, readFeedEnd } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { BridgeError } from './bridge-errors.ts';
import type { BridgeCalls } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** Positions that only who they were written for can have read again. */
export interface SealedPositions {
  write(caller: Caller, feed: FeedName, position: string): string;
  /** Null for what was not written for this caller and feed, or long ago. */
  read(caller: Caller, feed: FeedName, sealed: string): string | null;
}

export interface NewsCallsDeps extends SignedInCallerDeps {
  /** Seals where a feed is: its place counts the changes of all locations, which not everybody may know. */
  readonly cursors: SealedPositions;
  readonly platform: Pick<Platform, 'readChanges'>;
}

/** Where each feed was when it was last looked at, sealed for the user who looked. */
type Positions = Readonly<Record<NewsSubject, string>>;

const acceptsPositions = Compile(
  Type.Object({ products: Type.String(), orders: Type.String() }, { additionalProperties: false }),
);

type Feeds = Pick<NewsCallsDeps, 'platform' | 'cursors'>;

/** Whether there is something new for the user who is signed in. */
export function newsCalls({ platform, cursors, ...deps }: NewsCallsDeps): Pick<BridgeCalls, 'readNews'> {
  return {
    async readNews({ seen }): Promise<News> {
      const before = seen === null ? null : parsePositions(seen);
      const caller = await signedInCaller(deps);
      // First the ends, then what changed: a change in between is told now and once more, never missed.
      const ends = await readEnds({ platform, cursors }, caller);
      const changed = before === null ? [] : await readChanged({ platform, cursors }, caller, before);
      return { changed, seen: JSON.stringify(ends) };
    },
  };
}

async function readEnds({ platform, cursors }: Feeds, caller: Caller): Promise<Positions> {
  const endOf = async (feed: NewsSubject) => cursors.write(caller, feed, await readFeedEnd(platform, caller, feed));
  const [products, orders] = await Promise.all([endOf('products'), endOf('orders')]);
  return { products, orders };
}

async function readChanged(feeds: Feeds, caller: Caller, before: Positions): Promise<NewsSubject[]> {
  const hasNews = await Promise.all(NEWS_SUBJECTS.map((feed) => hasChanges(feeds, caller, feed, before[feed])));
  return NEWS_SUBJECTS.filter((_, index) => hasNews[index]);
}

async function hasChanges(
  { platform, cursors }: Feeds,
  caller: Caller,
  feed: NewsSubject,
  cursor: string,
): Promise<boolean> {
  const position = cursors.read(caller, feed, cursor);
  // Somebody else saw it, or long ago: pages read again.
  if (position === null) return true;
  try {
    const { total } = await platform.readChanges(caller, feed, { after: { position }, limit: 1 });
    return total > 0;
  } catch (error) {
    // Nobody knows what happened since: pages read again.
    if (error instanceof PlatformError && error.code === 'position_lost') return true;
    throw error;
  }
}

function parsePositions(seen: string): Positions {
  const positions = parseJson(seen);
  if (acceptsPositions.Check(positions)) return positions;
  throw new BridgeError('invalid', 'This is not what was seen before.');
}
