import { queryOptions } from '@tanstack/react-query';
import type { Connection } from '../../../shared/contract/connection.ts';
import { readConnection } from '../../../shared/contract/window.ts';
import { readApi } from '../host/api-client.ts';

export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: () => readApi(readConnection),
  staleTime: 0,
  refetchInterval: ({ state }) => getRereadDelayMs(state.data),
  refetchIntervalInBackground: false,
});

const READING_INTERVAL_MS = 2_000;

const IDLE_INTERVAL_MS = 15_000;

/** Milliseconds until the connection is read again; `false` if nothing is copied or that is not known yet. */
function getRereadDelayMs(connection: Connection | undefined): number | false {
  if (connection === undefined || connection.platform === null) return false;
  if (connection.copy === null) return IDLE_INTERVAL_MS;
  const { state, streams } = connection.copy;
  const isBeginning = state === 'waiting' && streams.length === 0;
  return state === 'reading' || isBeginning ? READING_INTERVAL_MS : IDLE_INTERVAL_MS;
}
