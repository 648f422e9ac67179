import { queryOptions } from '@tanstack/react-query';
import { callBridge } from './bridge-client.ts';

const STALE_AFTER_MS = 10 * 60 * 1_000;

/** What the program says of itself; nearly all of it stays the same while it runs. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: () => callBridge('readAbout', {}),
  staleTime: STALE_AFTER_MS,
});
