import { Outlet, useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES, SETTINGS_PAGES } from '../../../shared/commands.ts';
import { HeaderSlot, PAGE_TITLE_ID } from '../../components/page/page-header.tsx';
import { PrintButton } from '../../components/page/print-button.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { WebhookNotices } from '../../features/webhooks/webhook-notices.tsx';
import { useLastSearches } from '../../lib/address/last-searches.ts';
import { pickTexts } from '../../lib/address/search.ts';
import { FindBar } from '../find/find-bar.tsx';
import { CommandHandler } from '../shortcuts/command-handler.ts';
import { SideBar } from '../side-bar/side-bar.tsx';
import { ViewButton } from '../views/view-button.tsx';
import { ExportStrip } from './export-strip.tsx';
import { useFocusKeeping } from './focus-keeper.ts';
import { useFollowChanges } from './follow-changes.ts';
import { PreferencesNotice, StartNotices } from './notices.tsx';
import { PrintHead, PrintProgress } from './print-head.tsx';
import styles from './shell.module.css';
import { PaletteHost, ShellDialogs, Tour } from './shell-dialogs.tsx';

const CONTENT_ID = 'content';
const HEADER_BUTTONS = (
  <>
    <ViewButton />
    <PagePrintButton />
  </>
);

/** The frame around every page. */
export function Shell() {
  const { t } = useTranslation();
  useFollowChanges();
  useRememberSearch();
  useFocusKeeping();
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          // The part of the address after # belongs to the router.
          event.preventDefault();
          document.getElementById(CONTENT_ID)?.focus();
        }}
      >
        {t('shell.skipToContent')}
      </a>
      <CommandHandler />
      <SideBar />
      <div className={styles.column}>
        <StartNotices />
        <PreferencesNotice />
        <WebhookNotices />
        <main id={CONTENT_ID} className={styles.content} tabIndex={-1} onKeyDown={goToList}>
          <PrintHead />
          <HeaderSlot value={HEADER_BUTTONS}>
            <Outlet />
          </HeaderSlot>
        </main>
        <ExportStrip />
        <Tour />
      </div>
      <PrintProgress />
      <FindBar />
      <PaletteHost />
      <ShellDialogs />
    </div>
  );
}

/** ↓ moves the focus from the title or the search field of the page to its list. */
function goToList(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key !== 'ArrowDown' || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof Element)) return;
  const grid =
    target.matches(`#${PAGE_TITLE_ID}, input[type="search"]`) &&
    document.querySelector<HTMLElement>('main [role="grid"]');
  if (!grid) return;
  event.preventDefault();
  grid.focus();
}

/**
 * Stores the filters of the current page, so that the side bar and detail pages can link back to it. Settings have no
 * filters.
 */
function useRememberSearch(): void {
  const { pathname, search } = useLocation();
  const today = useToday();
  const remember = useLastSearches((state) => state.remember);
  useEffect(() => {
    if (!PAGES.some(({ path, group }) => path === pathname && group !== 'program')) return;
    remember(pathname, pickTexts(search), today);
  }, [pathname, search, today, remember]);
}

/** The report has its own button, which waits for its figures. Settings are rarely printed, but Ctrl+P works there. */
const WITHOUT_PRINT_BUTTON: readonly string[] = ['/report', ...SETTINGS_PAGES.map(({ path }) => path)];

function PagePrintButton() {
  const { pathname } = useLocation();
  return WITHOUT_PRINT_BUTTON.includes(pathname) ? null : <PrintButton />;
}
