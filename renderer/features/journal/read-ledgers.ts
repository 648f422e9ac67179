import { queryOptions } from '@tanstack/react-query';
import { callBridge } from '../../lib/host/bridge-client.ts';

export const ledgersQuery = queryOptions({
  queryKey: ['ledgers'],
  queryFn: () => callBridge('readLedgers', {}),
});
