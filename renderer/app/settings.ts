import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/default-settings.ts';
import { callBridge } from '../lib/bridge-client.ts';

/** Settings belong to the PC, not to who is signed in. */
export const SETTINGS_KEY = ['settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS_KEY,
  queryFn: () => callBridge('readSettings', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The settings in force; the default ones until they are read, and when the host cannot be reached. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? DEFAULT_SETTINGS;
}

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (changes: Partial<Settings>) => callBridge('changeSettings', changes),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}
