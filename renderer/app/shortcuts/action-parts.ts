import { useLocation } from '@tanstack/react-router';
import type { ActionId } from '../../../shared/commands.ts';
import type { Settings } from '../../../shared/contract/bridge.ts';
import { PAGE_EXPORT_ID } from '../../components/exports/export-forms.ts';
import { TOUR_PAGE } from '../../features/tour/tour-steps.ts';
import { createAddress } from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/navigation.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { useSignOut } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { printPage } from '../../lib/print.ts';
import { useChangeSettings } from '../../lib/settings.ts';
import { openPalette, openShellDialog } from '../shell/shell-store.ts';
import { hasViews } from '../views/current-view.ts';

interface ActionParts {
  /** Whether the current page supports the action. Default: every page does. */
  readonly isPossible?: () => boolean;
  readonly run: () => void;
}

/** The implementation of each action in `shared/commands.ts`. */
export function useActionParts(): Readonly<Record<ActionId, ActionParts>> {
  const { pathname } = useLocation();
  const goTo = useGoTo();
  const language = useLanguage();
  const notifyFailure = useNotifyFailure();
  const { mutate: changeSettings } = useChangeSettings();
  const { mutate: signOut } = useSignOut();
  const set = (changes: Partial<Settings>) => changeSettings(changes, { onError: notifyFailure });

  return {
    palette: { run: openPalette },
    search: { run: focusPageSearch },
    export: { isPossible: hasExport, run: exportPage },
    'save-view': {
      isPossible: () => hasViews(pathname),
      run: () => openShellDialog({ kind: 'view', viewId: null }),
    },
    print: { run: () => void printPage() },
    help: { run: () => openShellDialog({ kind: 'help' }) },
    tour: {
      run: () => {
        goTo(createAddress(TOUR_PAGE));
        openShellDialog({ kind: 'tour' });
      },
    },
    'theme-dark': { run: () => set({ theme: 'dark' }) },
    'theme-light': { run: () => set({ theme: 'light' }) },
    language: { run: () => set({ language: language === 'nl' ? 'en' : 'nl' }) },
    'sign-out': { run: () => signOut(undefined, { onError: notifyFailure }) },
  };
}

/** Focuses the search field of the page, if there is one. */
function focusPageSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
}

/** Exports what the page shows, as its button does. */
function exportPage(): void {
  findExportButton()?.click();
}

function hasExport(): boolean {
  const button = findExportButton();
  return button !== null && !button.matches(':disabled');
}

function findExportButton(): HTMLElement | null {
  return document.getElementById(PAGE_EXPORT_ID);
}
