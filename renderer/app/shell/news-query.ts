import { queryOptions } from '@tanstack/react-query';
import type { News, NewsSubject } from '../../../shared/contract/bridge.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the data of the query is made of: it is read again when one of these has changed. */
      readonly follows?: readonly NewsSubject[];
      /** It names what ids stand for; see components/lookup-notice.tsx. */
      readonly holdsNames?: boolean;
    };
  }
}

const ASK_EVERY_MS = 2_000;
const NEWS_KEY = ['news'] as const;

/** What changed since the last time it was asked; asked again and again while the window is visible. */
export const newsQuery = queryOptions({
  queryKey: NEWS_KEY,
  queryFn: ({ client }) =>
    callBridge('readNews', { seen: client.getQueryData<News>(NEWS_KEY)?.seen ?? null }),
  staleTime: 0,
  // The same subjects twice are two pieces of news.
  structuralSharing: false,
  refetchInterval: ASK_EVERY_MS,
  refetchIntervalInBackground: false,
});
