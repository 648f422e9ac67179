import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { NewsSubject } from '../../../shared/contract/bridge.ts';
import { newsQuery } from './news-query.ts';

/** Reads again what is on the screen when something of it has changed, and leaves it there until it is read. */
export function useFollowNews(): void {
  const client = useQueryClient();
  const { data: news } = useQuery(newsQuery);
  /** Changed while it was being read already, perhaps too late for that reading. */
  const owed = useRef<ReadonlySet<NewsSubject>>(new Set());

  useEffect(() => {
    if (!news) return;
    const changed = new Set([...owed.current, ...news.changed]);
    const readNow = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
    owed.current = new Set(
      [...changed].filter((subject) => readNow.some((query) => follows(query, subject))),
    );
    const hasChanged = (query: Query) => [...changed].some((subject) => follows(query, subject));
    // A reading under way ends first: a shop that never rests would otherwise keep a slow page from ever being read.
    if (changed.size > 0) void client.invalidateQueries({ predicate: hasChanged }, { cancelRefetch: false });
  }, [client, news]);
}

function follows({ meta }: Query, subject: NewsSubject): boolean {
  return meta?.follows?.includes(subject) ?? false;
}
