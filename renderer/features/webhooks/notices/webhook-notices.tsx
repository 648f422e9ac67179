import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DISMISSED_NOTICES_MAX } from '../../../../shared/contract/preference-limits.ts';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { useHabits } from '../../../lib/habits.ts';
import { NoticeWords } from './notice-words.tsx';
import { useDisabledWebhooks } from './use-disabled-webhooks.ts';
import { useWatchWebhooks } from './use-watch-webhooks.ts';
import styles from './webhook-notices.module.css';

/** Says on every page that webhooks were disabled, in one line however many, until it is put away. */
export function WebhookNotices() {
  const { t } = useTranslation();
  useWatchWebhooks();
  const dismissed = useHabits(({ dismissedNotices }) => dismissedNotices);
  const disabled = useDisabledWebhooks().filter((webhook) => !dismissed.includes(noticeName(webhook)));
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
          <ActionIcon aria-label={t('shell.dismiss')} onClick={() => dismiss(disabled.map(noticeName))}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </section>
  );
}

/** Another disabling of the same webhook is another notice. */
function noticeName({ id, disabled_at: disabledAt }: Webhook): string {
  return `${id} ${disabledAt}`;
}

function dismiss(names: readonly string[]): void {
  useHabits.setState(({ dismissedNotices }) => ({
    dismissedNotices: [...new Set([...dismissedNotices, ...names])].slice(-DISMISSED_NOTICES_MAX),
  }));
}
