import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** What `look` finds among the queries, as they change; it has to find the very same again where nothing did. */
export function useQueryCache<Found>(look: (cache: QueryCache) => Found): Found {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback(
    // The cache tells of queries that a page adds while it is drawn, when nothing else may be drawn anew: it is heard after.
    (tell: () => void) => cache.subscribe(notifyManager.batchCalls(tell)),
    [cache],
  );
  return useSyncExternalStore(watch, () => look(cache));
}
