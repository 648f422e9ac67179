import { queryOptions } from '@tanstack/react-query';
import type { Connection } from '../../../shared/contract/connection.ts';
import { readConnection } from '../../../shared/contract/window.ts';
import { readApi } from '../host/api-client.ts';

export const connectionQuery = queryOptions({
  queryKey: ['connection'],
  queryFn: () => readApi(readConnection),
  staleTime: 0,
  refetchInterval: ({ state }) => rereadAfterMs(state.data),
  refetchIntervalInBackground: false,
});

const WHILE_READING_MS = 2_000;

const OTHERWISE_MS = 15_000;

/** When the connection is read again; false where nothing is copied, and where nobody knows yet. */
function rereadAfterMs(connection: Connection | undefined): number | false {
  if (connection === undefined || connection.platform === null) return false;
  if (connection.copy === null) return OTHERWISE_MS;
  const { state, streams } = connection.copy;
  const isBeginning = state === 'waiting' && streams.length === 0;
  return state === 'reading' || isBeginning ? WHILE_READING_MS : OTHERWISE_MS;
}
