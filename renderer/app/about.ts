import { queryOptions } from '@tanstack/react-query';
import { callBridge } from '../lib/bridge-client.ts';

/** What the program says of itself; it stays the same while it runs. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: () => callBridge('readAbout', {}),
  staleTime: Number.POSITIVE_INFINITY,
});
