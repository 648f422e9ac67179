import { queryOptions } from '@tanstack/react-query';
import { callBridge } from '../../../lib/host/bridge-client.ts';

/** What a new key needs at the platform of the signed-in user. */
export const keyNeedsQuery = queryOptions({
  queryKey: ['key-needs'],
  queryFn: () => callBridge('readKeyNeeds', {}),
});
