import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENTS, type Webhook } from '../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../lib/language.ts';
import { healthOf } from './watched-webhooks.ts';
import styles from './webhooks.module.css';

/** How a webhook fares; what is wrong is said with a sign and words, not with the colour alone. */
export function HealthMark({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = healthOf(webhook);
  if (health.kind === 'active') return t('webhooks.health.active');
  const isDisabled = health.kind === 'disabled';
  const text = isDisabled
    ? t('webhooks.health.disabled', { reason: t(`webhooks.reason.${health.reason}`) })
    : t('webhooks.health.failing', { moment: format.moment(health.since) });
  const SignIcon = isDisabled ? IconAlertCircle : IconAlertTriangle;
  return (
    <span className={styles.mark} data-health={health.kind} title={text}>
      <SignIcon size={14} aria-hidden />
      <span className={styles.text}>{text}</span>
    </span>
  );
}

/** What a webhook tells of, such as `Orders, products`, in one order whatever the order of subscribing. */
export function eventWords({ events }: Pick<Webhook, 'events'>, t: TFunction): string {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event))
    .map((event) => t(`webhooks.event.${event}`))
    .join(', ');
}
