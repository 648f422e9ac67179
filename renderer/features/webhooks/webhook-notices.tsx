import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DISMISSED_NOTICES_MAX } from '../../../shared/contract/preference-limits.ts';
import type { Webhook } from '../../../shared/contract/webhook-records.ts';
import boxStyles from '../../components/box.module.css';
import { useFormat } from '../../lib/language.ts';
import { useHabits } from '../../lib/preferences.ts';
import { mayManage, useMe } from '../../lib/session.ts';
import { healthOf, noticedWebhooksQuery, useDisabledWebhooks } from './watched-webhooks.ts';
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
        <div className={boxStyles.notice}>
          <IconAlertTriangle size={16} aria-hidden />
          <span className={styles.text}>
            <NoticeWords webhook={first} count={disabled.length} />
          </span>
          {others.length === 0 ? (
            <Link className={styles.link ?? ''} to="/webhooks/$webhookId" params={{ webhookId: String(first.id) }}>
              {t('webhooks.notice.show')}
            </Link>
          ) : (
            <Link className={styles.link ?? ''} to="/webhooks">
              {t('webhooks.notice.show')}
            </Link>
          )}
          <ActionIcon aria-label={t('states.close')} onClick={() => dismiss(disabled.map(noticeName))}>
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

interface NoticeWordsProps {
  readonly webhook: Webhook;
  /** How many webhooks the notice is of. */
  readonly count: number;
}

/** Which webhook was disabled, when and why; of several only how many. */
function NoticeWords({ webhook, count }: NoticeWordsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = healthOf(webhook);
  if (count > 1) return t('webhooks.notice.many', { text: format.quantity(count) });
  if (health.kind !== 'disabled') return null;
  return t('webhooks.notice.one', {
    url: webhook.description || webhook.url,
    moment: format.moment(health.since),
    reason: t(`webhooks.reason.${health.reason}`),
  });
}

/** Reads the webhooks each minute on every page, for who may manage them. Once in the window: each use reads. */
function useWatchWebhooks(): void {
  useQuery({ ...noticedWebhooksQuery, enabled: mayManage(useMe()) });
}
