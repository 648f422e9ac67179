import { queryOptions } from '@tanstack/react-query';
import { callBridge } from '../../../lib/host/bridge-client.ts';
import { appendRequests, NO_REQUESTS, type RequestLog } from '../requests/request-log.ts';

const POLL_EVERY_MS = 1000;
const REQUESTS_KEY = ['requests'] as const;

/** The requests so far; asked for what is new each second while the page is visible. */
export function liveRequestsQuery(isPaused: boolean) {
  return queryOptions({
    queryKey: REQUESTS_KEY,
    queryFn: async ({ client }) => {
      const log = client.getQueryData<RequestLog>(REQUESTS_KEY) ?? NO_REQUESTS;
      return appendRequests(log, await callBridge('readRequests', { after: log.newest }));
    },
    enabled: !isPaused,
    staleTime: 0,
    refetchInterval: POLL_EVERY_MS,
    refetchIntervalInBackground: false,
  });
}
