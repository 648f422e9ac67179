import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CopyAction } from '../../../shared/contract/connection.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';
import { connectionQuery } from '../../lib/queries/connection.ts';

/** Settles once the connection is read again, also after a failure. */
export function useControlCopy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: CopyAction) => callBridge('controlCopy', { action }),
    onSettled: () => client.invalidateQueries({ queryKey: connectionQuery.queryKey }),
  });
}
