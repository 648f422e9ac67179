import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { BridgeArgument, ComputerSettings, Settings, ViewSettings } from '../../shared/contract/bridge.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/defaults.ts';
import { callBridge } from './host/bridge-client.ts';

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

/** How things look: anybody at the PC may change it, signed in or not. */
export function useChangeSettings() {
  return useChange((changes: ViewSettings) => callBridge('changeSettings', changes));
}

/** The choices about looks, with their labels. */
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

/** What holds for everybody on the PC: managers alone may. */
export function useChangeComputerSettings() {
  return useChange((changes: ComputerSettings) => callBridge('changeComputerSettings', changes));
}

/** Where other programs sign in from the next start on. Its input holds a password: nothing of it stays. */
export function useChangePlatform() {
  return useChange((input: BridgeArgument<'changePlatform'>) => callBridge('changePlatform', input), 0);
}

function useChange<Input>(change: (input: Input) => Promise<Settings>, gcTime?: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
    ...(gcTime !== undefined && { gcTime }),
  });
}
