import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_DISMISSED_NOTICES } from '../../../shared/contract/preference-limits.ts';
import type { Webhook } from '../../../shared/contract/webhook-records.ts';
import boxStyles from '../../components/box.module.css';
import { AddressLink } from '../../components/links.tsx';
import { createAddress } from '../../lib/address/address.ts';
import { mayManage, useMe } from '../../lib/host/session.ts';
import { useFormat } from '../../lib/language.ts';
import { useHabits } from '../../lib/preferences.ts';
import { getHealth, noticedWebhooksQuery, useDisabledWebhooks } from './watched-webhooks.ts';
import styles from './webhooks.module.css';

/** A line on every page about disabled webhooks, until the user dismisses it. */
export function WebhookNotices() {
  const { t } = useTranslation();
  // Reads the webhooks of managers each minute. Must be rendered only once, as each instance would read.
  useQuery({ ...noticedWebhooksQuery, enabled: mayManage(useMe()) });
  const dismissed = useHabits(({ dismissedNotices }) => dismissedNotices);
  const disabled = useDisabledWebhooks().filter((webhook) => !dismissed.includes(getNoticeName(webhook)));
  const [first, ...others] = disabled;
  return (
    <section aria-label={t('webhooks.notice.label')} aria-live="polite">
      {first && (
        <div className={boxStyles.notice}>
          <IconAlertTriangle size={16} aria-hidden />
          <span className={styles.noticeText}>
            <NoticeText webhook={first} count={disabled.length} />
          </span>
          <AddressLink
            className={styles.noticeLink}
            address={createAddress(others.length === 0 ? `/webhooks/${first.id}` : '/webhooks')}
          >
            {t('webhooks.notice.show')}
          </AddressLink>
          <ActionIcon aria-label={t('states.close')} onClick={() => dismiss(disabled.map(getNoticeName))}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </section>
  );
}

/** A webhook that is disabled again gets a new notice. */
function getNoticeName({ id, disabled_at: disabledAt }: Webhook): string {
  return `${id} ${disabledAt}`;
}

function dismiss(names: readonly string[]): void {
  useHabits.setState(({ dismissedNotices }) => ({
    dismissedNotices: [...new Set([...dismissedNotices, ...names])].slice(-MAX_DISMISSED_NOTICES),
  }));
}

/** Says which webhook was disabled, when and why; for several, only their number. */
function NoticeText({ webhook, count }: { readonly webhook: Webhook; readonly count: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = getHealth(webhook);
  if (count > 1) return t('webhooks.notice.many', { count });
  if (health.kind !== 'disabled') return null;
  return t('webhooks.notice.one', {
    url: webhook.description || webhook.url,
    moment: format.dateTime(health.since),
    reason: t(`webhooks.reason.${health.reason}`),
  });
}
