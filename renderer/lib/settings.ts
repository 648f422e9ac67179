import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BridgeArgument, ComputerSettings, Settings, ViewSettings } from '../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/defaults.ts';
import { callBridge } from './host/bridge-client.ts';

/** Settings belong to the PC, not to the signed-in user. */
export const SETTINGS_KEY = ['settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: SETTINGS_KEY,
  queryFn: () => callBridge('readSettings', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The current settings; the defaults until they are read or if the host cannot be reached. */
export function useSettings(): Settings {
  return useQuery(settingsQuery).data ?? DEFAULT_SETTINGS;
}

/** Changes how the window looks. Anybody at the PC may do that, signed in or not. */
export function useChangeSettings() {
  return useSettingsMutation((changes: ViewSettings) => callBridge('changeSettings', changes));
}

/** The options for language and theme, with their labels. */
export function useViewChoices() {
  const { t } = useTranslation();
  const system = { value: 'system', label: t('shell.system') } as const;
  const languages = [
    { value: 'nl', label: t('shell.languageDutch') },
    { value: 'en', label: t('shell.languageEnglish') },
  ] as const;
  return {
    languages,
    language: [system, ...languages],
    theme: [system, { value: 'light', label: t('shell.themeLight') }, { value: 'dark', label: t('shell.themeDark') }],
  } as const;
}

/** Changes settings for everybody on the PC. Only managers may. */
export function useChangeComputerSettings() {
  return useSettingsMutation((changes: ComputerSettings) => callBridge('changeComputerSettings', changes));
}

/**
 * Changes where other programs sign in from the next start on. The input contains a password, so nothing of it is
 * stored.
 */
export function useChangePlatform() {
  return useSettingsMutation((input: BridgeArgument<'changePlatform'>) => callBridge('changePlatform', input), 0);
}

function useSettingsMutation<Input>(change: (input: Input) => Promise<Settings>, gcTime?: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
    ...(gcTime !== undefined && { gcTime }),
  });
}
