import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/me.ts';
import { noticeName, useDismissedNotices } from './dismissed-notices.ts';
import { NoticeWords } from './notice-words.tsx';
import { useDisabledWebhooks } from './use-disabled-webhooks.ts';
import { useWatchWebhooks } from './use-watch-webhooks.ts';
import styles from './webhook-notices.module.css';

/** Says on every page that webhooks were disabled, in one line however many, until it is put away. */
export function WebhookNotices() {
  const { t } = useTranslation();
  const { user } = useMe();
  useWatchWebhooks();
  const { names, dismiss } = useDismissedNotices();
  const disabled = useDisabledWebhooks().filter((webhook) => !names.includes(noticeName(user.id, webhook)));
  const [first, ...others] = disabled;
  return (
    <section aria-label={t('webhooks.notice.label')} aria-live="polite">
      {first && (
        <div className={styles.notice}>
          <IconAlertTriangle size={16} aria-hidden />
          <span className={styles.text}>
            <NoticeWords webhook={first} count={disabled.length} />
          </span>
          {others.length === 0 ? (
            <Link
              className={styles.link ?? ''}
              to="/webhooks/$webhookId"
              params={{ webhookId: String(first.id) }}
            >
              {t('webhooks.notice.show')}
            </Link>
          ) : (
            <Link className={styles.link ?? ''} to="/webhooks">
              {t('webhooks.notice.show')}
            </Link>
          )}
          <ActionIcon
            aria-label={t('shell.dismiss')}
            onClick={() => dismiss(disabled.map((webhook) => noticeName(user.id, webhook)))}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </section>
  );
}
