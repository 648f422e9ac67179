import type { StoreScope } from '../../store/scoped-queries.ts';

/** How many rows there are in a version of the data. */
interface CountedVersion {
  readonly version: number;
  readonly total: number;
}

/**
 * Numbers of rows, counted once for each version of the data. The answer is null when the data have moved on from the
 * version that was asked for.
 */
export function createRowCounts(count: (scope: StoreScope) => Promise<CountedVersion>) {
  const kept = new Map<string, CountedVersion>();

  return async function totalOf(scope: StoreScope, version: number): Promise<number | null> {
    const key = `${scope.accountId} ${scope.locationId}`;
    if (kept.get(key)?.version !== version) kept.set(key, await count(scope));
    const latest = kept.get(key);
    return latest?.version === version ? latest.total : null;
  };
}
