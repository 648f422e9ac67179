import { type Query, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type News, type NewsSubject, readNews } from '../../../shared/contract/window.ts';
import { callApi } from '../../lib/host/api-client.ts';

/** Reads again what is on the screen when something of it has changed, and leaves it there until it is read. */
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
    // A reading under way ends first: with constant changes a slow page would otherwise never be read.
    if (changed.size > 0) void client.invalidateQueries({ predicate: hasChanged }, { cancelRefetch: false });
  }, [client, changes]);
}

function follows({ meta }: Query, subject: NewsSubject): boolean {
  return meta?.follows?.includes(subject) ?? false;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the data of the query is made of: it is read again when one of these has changed. */
      readonly follows?: readonly NewsSubject[];
      /** The data is a list of names for ids; see `LookupNotice`. */
      readonly holdsNames?: boolean;
    };
  }
}

const ASK_EVERY_MS = 2_000;

const CHANGES_KEY = ['changes'] as const;

/** What changed since the last call; repeated while the window is visible. */
const changesQuery = queryOptions({
  queryKey: CHANGES_KEY,
  queryFn: ({ client }) => callApi(readNews, { body: { seen: client.getQueryData<News>(CHANGES_KEY)?.seen ?? null } }),
  staleTime: 0,
  // The same subjects twice are two changes.
  structuralSharing: false,
  refetchInterval: ASK_EVERY_MS,
  refetchIntervalInBackground: false,
});
