import { IconAlertCircle, IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_EVENTS, type Webhook } from '../../../shared/contract/webhook-records.ts';
import textStyles from '../../components/text.module.css';
import { useFormat } from '../../lib/language.ts';
import { getHealth } from './watched-webhooks.ts';

const ICONS = { disabled: IconAlertCircle, failing: IconAlertTriangle, paused: IconPlayerPause };

const LEVELS = { disabled: 'danger', failing: 'attention', paused: undefined };

/** The health of a webhook. A problem has an icon and a text, not only a colour. */
export function HealthIcon({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation();
  const format = useFormat();
  const health = getHealth(webhook);
  if (health.kind === 'active') return t('webhooks.health.active');
  const text =
    health.kind === 'disabled'
      ? t('webhooks.health.disabled', { reason: t(`webhooks.reason.${health.reason}`) })
      : t(`webhooks.health.${health.kind}`, { moment: format.dateTime(health.since) });
  const Icon = ICONS[health.kind];
  return (
    <span className={textStyles.status} data-level={LEVELS[health.kind]} title={text}>
      <Icon size={14} aria-hidden />
      <span className={textStyles.shrinking}>{text}</span>
    </span>
  );
}

/** Formats the events of a webhook in a fixed order, such as `Orders, products`. */
export function formatEvents({ events }: Pick<Webhook, 'events'>, t: TFunction): string {
  return WEBHOOK_EVENTS.filter((event) => events.includes(event))
    .map((event) => t(`webhooks.event.${event}`))
    .join(', ');
}
