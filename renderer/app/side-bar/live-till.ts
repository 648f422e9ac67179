import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BridgeArgument } from '../../../shared/contract/bridge.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';

const LOOK_EVERY_MS = 10_000;

/** It may stop by itself, so it is looked at now and then. */
export const liveTillQuery = queryOptions({
  queryKey: ['live-till'],
  queryFn: () => callBridge('readLiveTill', {}),
  refetchInterval: LOOK_EVERY_MS,
  refetchIntervalInBackground: false,
});

export function useChangeLiveTill() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: BridgeArgument<'changeLiveTill'>) => callBridge('changeLiveTill', change),
    onSuccess: (state) => client.setQueryData(liveTillQuery.queryKey, state),
  });
}
