import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HeaderSlot } from '../../components/page/header-slot.ts';
import { WebhookNotices } from '../../features/webhooks/notices/webhook-notices.tsx';
import { ShortcutHandler } from '../shortcuts/shortcut-handler.tsx';
import { SideBar } from '../side-bar/side-bar.tsx';
import { useRememberSearch } from '../use-remember-search.ts';
import { ViewButton } from '../views/view-button.tsx';
import { ExportStrip } from './export-strip.tsx';
import { PaletteHost } from './palette-host.tsx';
import { PreferencesNotice } from './preferences-notice.tsx';
import styles from './shell.module.css';
import { ShellDialogs } from './shell-dialogs.tsx';
import { StartNotices } from './start-notices.tsx';
import { Tour } from './tour.tsx';
import { useFocusKeeping } from './use-focus-keeping.ts';
import { useFollowNews } from './use-follow-news.ts';

const CONTENT_ID = 'content';
const VIEW_BUTTON = <ViewButton />;

/** The frame around every page. */
export function Shell() {
  const { t } = useTranslation();
  useFollowNews();
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
