import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CopyAction } from '../../../shared/contract/connection.ts';
import { controlCopy } from '../../../shared/contract/window.ts';
import { callApi } from '../../lib/host/api-client.ts';
import { connectionQuery } from '../../lib/queries/connection.ts';

/** Settles after the connection is read again, even on failure. */
export function useControlCopy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: CopyAction) => callApi(controlCopy, { body: { action } }),
    onSettled: () => client.invalidateQueries({ queryKey: connectionQuery.queryKey }),
  });
}
