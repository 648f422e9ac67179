import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { callBridge } from '../../../lib/host/bridge-client.ts';
import { API_KEYS_KEY } from './list-api-keys.ts';

/** Done once the list is read again; a failure leaves the list read again as well. */
export function useRevokeApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ShownApiKey) => callBridge('revokeApiKey', { id }),
    onSettled: () => client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  });
}
