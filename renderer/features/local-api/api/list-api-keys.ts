import { queryOptions } from '@tanstack/react-query';
import { callBridge } from '../../../lib/host/bridge-client.ts';

export const API_KEYS_KEY = ['api-keys'] as const;

/** Other programs use the keys meanwhile: when that was is read again. */
const REFRESH_EVERY_MS = 30_000;

export const apiKeysQuery = queryOptions({
  queryKey: API_KEYS_KEY,
  queryFn: () => callBridge('listApiKeys', {}),
  refetchInterval: REFRESH_EVERY_MS,
});
