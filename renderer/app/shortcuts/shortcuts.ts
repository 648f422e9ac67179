import { useComputedColorScheme } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { PAGE_EXPORT_ID } from '../../components/exports/export-forms.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useLastSearches } from '../../lib/address/search.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { useLanguage } from '../../lib/language.ts';
import { printPage } from '../../lib/print.ts';
import { useSignOut } from '../../lib/session.ts';
import { useChangeSettings } from '../../lib/settings.ts';
import { hasViews, PAGES } from '../pages.ts';
import { openPalette, openShellDialog } from '../shell/shell-store.ts';
import {
  type CommandId,
  isPressed,
  isTypedSign,
  type KeyCombination,
  keysOf,
  keysOfPage,
  NUMBERED_PAGES,
} from './keys.tsx';

export interface Shortcut extends Omit<Command, 'id'> {
  readonly id: string;
  /** Each of them does it. */
  readonly combinations: readonly KeyCombination[];
}

/** Every key that works on every page: the handler and the help sheet have this one list. */
export function useShortcuts(): {
  readonly pages: readonly Shortcut[];
  readonly actions: readonly Shortcut[];
} {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const commands = useCommands();
  return {
    pages: PAGES.slice(0, NUMBERED_PAGES).map(({ path, name }, index) => ({
      id: path,
      label: t(`shell.${name}`),
      combinations: keysOfPage(index + 1),
      // As it was left, like the menu.
      run: () => goTo({ path, search: useLastSearches.getState().searches[path] ?? {} }),
    })),
    actions: commands
      .map((command) => ({ ...command, combinations: keysOf(command.id) }))
      .filter(({ combinations }) => combinations.length > 0),
  };
}

export interface Command {
  readonly id: CommandId;
  readonly label: string;
  /** Whether the current page supports it; absent: every page does. */
  readonly isPossible?: () => boolean;
  readonly run: () => void;
}

/** Everything that can be done from anywhere, in the order in which the help sheet lists it. */
function useCommands(): readonly Command[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const language = useLanguage();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const otherScheme = scheme === 'dark' ? 'light' : 'dark';
  const notifyFailure = useNotifyFailure();
  const { mutate: changeSettings } = useChangeSettings();
  const { mutate: signOut } = useSignOut();
  const set = (changes: Partial<Settings>) => changeSettings(changes, { onError: notifyFailure });

  return [
    { id: 'palette', label: t('habits.palette.title'), run: openPalette },
    { id: 'search', label: t('habits.command.search'), run: focusPageSearch },
    { id: 'export', label: t('habits.command.export'), isPossible: hasExport, run: exportPage },
    {
      id: 'save-view',
      label: t('views.save.title'),
      isPossible: () => hasViews(pathname),
      run: () => openShellDialog({ kind: 'view', viewId: null }),
    },
    { id: 'print', label: t('print.action'), run: () => void printPage() },
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
      label: t('shell.signOut'),
      run: () => signOut(undefined, { onError: notifyFailure }),
    },
  ];
}

/** The palette is open already, and gives the focus back to where it was. */
const NOT_IN_PALETTE: readonly CommandId[] = ['palette', 'search'];

/** The actions that the palette offers on the current page. */
export function useActions(): readonly Command[] {
  return useCommands().filter(({ id, isPossible }) => !NOT_IN_PALETTE.includes(id) && (isPossible?.() ?? true));
}

/** Goes to the field in which one searches in the page; does nothing on a page without one. */
function focusPageSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
}

/** Exports what the page shows, as its button does. */
function exportPage(): void {
  exportButton()?.click();
}

function hasExport(): boolean {
  const button = exportButton();
  return button !== null && !button.matches(':disabled');
}

function exportButton(): HTMLElement | null {
  return document.getElementById(PAGE_EXPORT_ID);
}

/** Handles the shortcuts. A component of its own, so that the frame is not drawn again after each navigation. */
export function ShortcutHandler() {
  const { pages, actions } = useShortcuts();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isTypedSign(event)) return;
    const pressed = [...pages, ...actions].find(({ combinations }) =>
      combinations.some((combination) => isPressed(combination, event)),
    );
    if (!pressed) return;
    // Also where it cannot be done: the browser would save the page itself, or show its own help.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen() && (pressed.isPossible?.() ?? true)) pressed.run();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  return null;
}

/** Shortcuts must not change the page below a dialog, where the effect is not visible. */
function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
