import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type News, type NewsSubject, readNews } from '../../../shared/contract/window.ts';
import { callApi } from '../../lib/host/api-client.ts';

/** Reads data on the screen again when it has changed. The old data stays until then. */
export function useFollowChanges(): void {
  const client = useQueryClient();
  const { data: changes } = useQuery(changesQuery);
  /** Subjects that changed while their queries were being read, perhaps too late for that reading. */
  const pending = useRef<ReadonlySet<NewsSubject>>(new Set());

  useEffect(() => {
    if (!changes) return;
    const changed = new Set([...pending.current, ...changes.changed]);
    const readNow = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
    pending.current = new Set([...changed].filter((subject) => readNow.some((query) => follows(query, subject))));
    const hasChanged = (query: Query) => [...changed].some((subject) => follows(query, subject));
    // A reading in progress is not cancelled, as a slow page would never be read if changes are constant.
    if (changed.size > 0) void client.invalidateQueries({ predicate: hasChanged }, { cancelRefetch: false });
  }, [client, changes]);
}

function follows({ meta }: Query, subject: NewsSubject): boolean {
  return meta?.follows?.includes(subject) ?? false;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The subjects of the data. The query is read again when one of them changes. */
      readonly follows?: readonly NewsSubject[];
      /** The data maps ids to names. See `LookupNotice`. */
      readonly holdsNames?: boolean;
    };
  }
}

const POLL_INTERVAL_MS = 2_000;

const CHANGES_KEY = ['changes'] as const;

/** The changes since the last call. Polled while the window is visible. */
const changesQuery = queryOptions({
  queryKey: CHANGES_KEY,
  queryFn: ({ client }) => callApi(readNews, { body: { seen: client.getQueryData<News>(CHANGES_KEY)?.seen ?? null } }),
  staleTime: 0,
  // The same subjects twice are two changes.
  structuralSharing: false,
  refetchInterval: POLL_INTERVAL_MS,
  refetchIntervalInBackground: false,
});
