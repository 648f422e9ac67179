import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './health-mark.module.css';
import { healthOf } from './webhook-health.ts';

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
