import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NEWS_SUBJECTS, type News, type NewsSubject } from '../../shared/contract/bridge.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import { readFeedEnd } from '../platform/read-feed-end.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

export interface NewsCallsDeps extends SignedInCallerDeps {
  readonly platform: Pick<Platform, 'readChanges'>;
}

/** Where each feed was when it was last looked at, in the words of the platform. */
type Positions = Readonly<Record<NewsSubject, string>>;

const acceptsPositions = Compile(
  Type.Object({ products: Type.String(), orders: Type.String() }, { additionalProperties: false }),
);

/** Whether there is something new for whoever is signed in. */
export function newsCalls({ platform, ...deps }: NewsCallsDeps): Pick<BridgeCalls, 'readNews'> {
  return {
    async readNews({ seen }): Promise<News> {
      const before = seen === null ? null : parsePositions(seen);
      const caller = await signedInCaller(deps);
      // First the ends, then what changed: a change in between is told now and once more, never missed.
      const ends = await readEnds(platform, caller);
      const changed = before === null ? [] : await readChanged(platform, caller, before);
      return { changed, seen: JSON.stringify(ends) };
    },
  };
}

async function readEnds(platform: NewsCallsDeps['platform'], caller: Caller): Promise<Positions> {
  const endOf = (feed: NewsSubject) => readFeedEnd(platform, caller, feed);
  const [products, orders] = await Promise.all([endOf('products'), endOf('orders')]);
  return { products, orders };
}

async function readChanged(
  platform: NewsCallsDeps['platform'],
  caller: Caller,
  before: Positions,
): Promise<NewsSubject[]> {
  const hasNews = await Promise.all(
    NEWS_SUBJECTS.map((feed) => hasChanges(platform, caller, feed, before[feed])),
  );
  return NEWS_SUBJECTS.filter((_, index) => hasNews[index]);
}

async function hasChanges(
  platform: NewsCallsDeps['platform'],
  caller: Caller,
  feed: NewsSubject,
  position: string,
): Promise<boolean> {
  try {
    const { total } = await platform.readChanges(caller, feed, { after: { position }, limit: 1 });
    return total > 0;
  } catch (error) {
    // Nobody knows what happened since: pages read anew.
    if (error instanceof PlatformError && error.code === 'position_lost') return true;
    throw error;
  }
}

function parsePositions(seen: string): Positions {
  const positions = parseJson(seen);
  if (acceptsPositions.Check(positions)) return positions;
  throw new BridgeError('invalid', 'This is not what was seen before.');
}

/** Undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
