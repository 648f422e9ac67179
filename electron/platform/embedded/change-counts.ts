import type { Kysely } from 'kysely';
import type { Feed } from '../../store/changes/change-streams.ts';
import { countChanges } from '../../store/changes/changes-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { StoreScope } from '../../store/store-scope.ts';

/** How many changes there are after a version, in a feed that ends at another. */
interface CountedRest {
  readonly end: number;
  readonly after: number;
  readonly total: number;
}

/**
 * Numbers of changes that are left. As long as a feed does not grow, only those between a position and the one that was
 * asked for before are counted: a reader who pages through a long feed does not pay for all of it at each page.
 */
export function createChangeCounts() {
  const kept = new Map<string, CountedRest>();

  return async function countRest(
    db: Kysely<StoreSchema>,
    scope: StoreScope,
    feed: Feed,
    { end, after }: { readonly end: number; readonly after: number },
  ): Promise<number> {
    const count = (from: number, last: number) => countChanges(db, scope, feed, { after: from, last });
    const key = `${feed} ${scope.accountId} ${scope.locationId}`;
    const latest = kept.get(key);
    const known = latest?.end === end ? latest : { after: end, total: 0 };
    const total =
      after < known.after
        ? known.total + (await count(after, known.after))
        : known.total - (await count(known.after, after));
    kept.set(key, { end, after, total });
    return total;
  };
}
