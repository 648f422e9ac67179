import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HeaderSlot } from '../../components/page/page-header.tsx';
import { WebhookNotices } from '../../features/webhooks/webhook-notices.tsx';
import { useRememberSearch } from '../pages.ts';
import { ShortcutHandler } from '../shortcuts/shortcuts.ts';
import { SideBar } from '../side-bar/side-bar.tsx';
import { ViewButton } from '../views/view-button.tsx';
import { ExportStrip } from './export-strip.tsx';
import { useFocusKeeping } from './focus-keeper.ts';
import { useFollowChanges } from './follow-changes.ts';
import { PreferencesNotice, StartNotices } from './notices.tsx';
import styles from './shell.module.css';
import { PaletteHost, ShellDialogs, Tour } from './shell-dialogs.tsx';

const CONTENT_ID = 'content';
const VIEW_BUTTON = <ViewButton />;

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
          // The address after # belongs to the router.
          event.preventDefault();
          document.getElementById(CONTENT_ID)?.focus();
        }}
      >
        {t('shell.skipToContent')}
      </a>
      <ShortcutHandler />
      <SideBar />
      <div className={styles.column}>
        <StartNotices />
        <PreferencesNotice />
        <WebhookNotices />
        <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
          <HeaderSlot value={VIEW_BUTTON}>
            <Outlet />
          </HeaderSlot>
        </main>
        <ExportStrip />
      </div>
      <PaletteHost />
      <ShellDialogs />
      <Tour />
    </div>
  );
}
