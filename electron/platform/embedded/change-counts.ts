import type { Kysely } from 'kysely';
import { countChanges, type Feed } from '../../store/changes/changes-queries.ts';
import type { StoreSchema } from '../../store/schema.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';

/** A feed that ends at a version, and how many changes were left after others, the latest asked for last. */
interface CountedFeed {
  readonly end: number;
  readonly totals: Map<number, number>;
}

/** As many readers page through a feed without counting each other's way. */
const MOST_KEPT = 16;

/**
 * Numbers of changes that are left. As long as a feed does not grow, only those between a position and the nearest that
 * was asked for before are counted: a reader who pages through a long feed does not pay for all of it at each page,
 * wherever others read meanwhile.
 */
export function createChangeCounts(countBetween = countChanges) {
  const feeds = new Map<string, CountedFeed>();

  function countedFeed(scope: StoreScope, feed: Feed, end: number): CountedFeed {
    const key = `${feed} ${scope.accountId} ${scope.locationId}`;
    const latest = feeds.get(key);
    if (latest?.end === end) return latest;
    const fresh = { end, totals: new Map<number, number>() };
    feeds.set(key, fresh);
    return fresh;
  }

  return async function countRest(
    db: Kysely<StoreSchema>,
    scope: StoreScope,
    feed: Feed,
    { end, after }: { readonly end: number; readonly after: number },
  ): Promise<number> {
    const { totals } = countedFeed(scope, feed, end);
    const known = nearest(totals, after, end);
    const count = (from: number, last: number) => countBetween(db, scope, feed, { after: from, last });
    const total =
      after < known.after
        ? known.total + (await count(after, known.after))
        : known.total - (await count(known.after, after));
    // Nothing is left at the end, which nobody has to count.
    if (after !== end) keep(totals, after, total);
    return total;
  };
}

function nearest(totals: ReadonlyMap<number, number>, after: number, end: number) {
  let found = { after: end, total: 0 };
  for (const [position, total] of totals) {
    if (Math.abs(position - after) < Math.abs(found.after - after)) found = { after: position, total };
  }
  return found;
}

function keep(totals: Map<number, number>, after: number, total: number): void {
  totals.delete(after);
  totals.set(after, total);
  const [oldest] = totals.keys();
  if (totals.size > MOST_KEPT && oldest !== undefined) totals.delete(oldest);
}
