import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NEWS_SUBJECTS, type NewsSubject, readNews } from '../../../shared/contract/window.ts';
import type { Caller } from '../../base/caller.ts';
import { parseJson } from '../../base/json.ts';
import { type Platform, readFeedEnd } from '../../platform/platform.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import type { DeltaCursors } from '../security/delta-cursors.ts';
import { ApiError } from '../server/api-error.ts';

export interface NewsRoutesDeps {
  /** Seals the position in a feed: it counts the changes of all locations, which not everybody may know. */
  readonly cursors: DeltaCursors;
  readonly platform: Platform;
}

/** The position of each feed when it was last read, sealed for the user who read it. */
const Positions = Type.Object({ products: Type.String(), orders: Type.String() }, { additionalProperties: false });

const acceptsPositions = Compile(Positions);

/** Whether there are changes for the signed-in user. */
export function addNewsRoutes(app: FastifyInstance, { platform, cursors }: NewsRoutesDeps): void {
  const readEnd = (caller: Caller, feed: NewsSubject) => readFeedEnd(platform, caller, feed);

  async function hasChanges(caller: Caller, feed: NewsSubject, cursor: string, end: string): Promise<boolean> {
    const position = cursors.read(caller, feed, cursor);
    // Written for another user, or too old: pages read again.
    if (position === null) return true;
    // This saves a call to a worker.
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

  addEndpoint(app, readNews, async ({ caller, body: { seen } }) => {
    const before = seen === null ? null : parsePositions(seen);
    // First the ends, then what changed: a change in between is reported now or by the next call, never missed.
    const [products, orders] = await Promise.all([readEnd(caller, 'products'), readEnd(caller, 'orders')]);
    const ends = { products, orders };
    const hasNews =
      before && (await Promise.all(NEWS_SUBJECTS.map((feed) => hasChanges(caller, feed, before[feed], ends[feed]))));
    const sealed = Object.fromEntries(NEWS_SUBJECTS.map((feed) => [feed, cursors.write(caller, feed, ends[feed])]));
    return { changed: NEWS_SUBJECTS.filter((_, index) => hasNews?.[index]), seen: JSON.stringify(sealed) };
  });
}

function parsePositions(seen: string): Static<typeof Positions> {
  const positions = parseJson(seen);
  if (acceptsPositions.Check(positions)) return positions;
  throw new ApiError('bad_request', 'seen must be the value of an earlier answer.');
}
