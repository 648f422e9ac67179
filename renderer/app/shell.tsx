import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { WebhookNotices } from '../features/webhooks/notices/webhook-notices.tsx';
import { ExportStrip } from './export-strip.tsx';
import { useFollowNews } from './live/use-follow-news.ts';
import styles from './shell.module.css';
import { SideBar } from './side-bar.tsx';
import { StartNotices } from './start-notices.tsx';

const CONTENT_ID = 'content';

/** The frame around every page. */
export function Shell() {
  const { t } = useTranslation();
  useFollowNews();
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
      <SideBar />
      <div className={styles.column}>
        <StartNotices />
        <WebhookNotices />
        <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
        <ExportStrip />
      </div>
    </div>
  );
}
