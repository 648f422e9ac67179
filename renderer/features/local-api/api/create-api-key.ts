import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BridgeArgument } from '../../../../shared/contract/bridge.ts';
import { callBridge } from '../../../lib/host/bridge-client.ts';
import { API_KEYS_KEY } from './list-api-keys.ts';

export type NewApiKey = BridgeArgument<'createApiKey'>;

export function useCreateApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: NewApiKey) => callBridge('createApiKey', key),
    // Its answer holds the key: nothing of it stays once the dialog is gone.
    gcTime: 0,
    onSettled: () => void client.invalidateQueries({ queryKey: API_KEYS_KEY }),
  });
}
