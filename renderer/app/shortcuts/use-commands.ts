import { useComputedColorScheme } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { useLanguage } from '../../lib/language.ts';
import { useSignOut } from '../../lib/session.ts';
import { useChangeSettings } from '../../lib/settings.ts';
import { useTellFailure } from '../../lib/tell-failure.ts';
import { hasViews } from '../pages.ts';
import { openPalette } from '../shell/palette-store.ts';
import { openShellDialog } from '../shell/shell-dialog-store.ts';
import type { CommandId } from './command-keys.ts';
import { exportPage, focusPageSearch, hasExport } from './page-parts.ts';

export interface Command {
  readonly id: CommandId;
  readonly label: string;
  /** Whether the page that is shown has what it takes; absent: every page has. */
  readonly isPossible?: () => boolean;
  readonly run: () => void;
}

/** Everything that can be done from anywhere, in the order in which the help sheet lists it. */
export function useCommands(): readonly Command[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const language = useLanguage();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const otherScheme = scheme === 'dark' ? 'light' : 'dark';
  const tellFailure = useTellFailure();
  const { mutate: changeSettings } = useChangeSettings();
  const { mutate: signOut } = useSignOut();
  const set = (changes: Partial<Settings>) => changeSettings(changes, { onError: tellFailure });

  return [
    { id: 'palette', label: t('habits.command.palette'), run: openPalette },
    { id: 'search', label: t('habits.command.search'), run: focusPageSearch },
    { id: 'export', label: t('habits.command.export'), isPossible: hasExport, run: exportPage },
    {
      id: 'save-view',
      label: t('habits.command.save-view'),
      isPossible: () => hasViews(pathname),
      run: () => openShellDialog({ kind: 'view', viewId: null }),
    },
    { id: 'help', label: t('habits.command.help'), run: () => openShellDialog({ kind: 'help' }) },
    { id: 'tour', label: t('habits.command.tour'), run: () => openShellDialog({ kind: 'tour' }) },
    { id: 'theme', label: t(`habits.command.${otherScheme}`), run: () => set({ theme: otherScheme }) },
    {
      id: 'language',
      label: t('habits.command.language'),
      run: () => set({ language: language === 'nl' ? 'en' : 'nl' }),
    },
    {
      id: 'sign-out',
      label: t('habits.command.sign-out'),
      run: () => signOut(undefined, { onError: tellFailure }),
    },
  ];
}
