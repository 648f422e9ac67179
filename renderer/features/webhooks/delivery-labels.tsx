import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../shared/contract/webhook-records.ts';
import textStyles from '../../components/text.module.css';
import type { DateFormat } from '../../lib/format.ts';

export type Attempt = Delivery['attempts'][number];

export function getLastAttempt({ attempts }: Pick<Delivery, 'attempts'>): Attempt | undefined {
  return attempts.at(-1);
}

/** Whether the receiver accepted the message. A redirect is a failure. */
export function isAccepted({ status }: Pick<Attempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The status of the answer, or why there was none. */
export function formatAnswer({ status, failure }: Attempt, t: TFunction): string {
  return status === null ? t(`webhooks.failure.${failure ?? 'connection'}`) : String(status);
}

export function formatKind({ kind, replay_of: replayOf }: Delivery, t: TFunction): string {
  return t(`webhooks.deliveries.kind.${replayOf === null ? kind : 'replay'}`);
}

/** Formats a timestamp of the API with seconds, `20-11-2026 14:05:09`, as attempts may be seconds apart. */
export function formatTime(timestamp: string, format: DateFormat): string {
  return `${format.day(timestamp.slice(0, 10))} ${timestamp.slice(11, 19)}`;
}

/** The same without the year, `20-11 14:05:09`, as the log covers 30 days. */
export function formatShortTime(timestamp: string, format: DateFormat): string {
  return `${format.day(timestamp.slice(0, 10)).slice(0, 5)} ${timestamp.slice(11, 19)}`;
}

/** The status of a delivery, highlighted if it failed or is retried. */
export function DeliveryStatusText({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const text = t(`webhooks.deliveries.statusLabels.${delivery.status}`);
  const hasFailed = delivery.status === 'failed';
  const isRetried = delivery.status === 'pending' && delivery.attempts.length > 0;
  if (!hasFailed && !isRetried) return text;
  const Icon = hasFailed ? IconAlertCircle : IconAlertTriangle;
  return (
    <span className={textStyles.status} data-level={hasFailed ? 'danger' : 'attention'}>
      <Icon size={13} aria-hidden />
      {text}
    </span>
  );
}
