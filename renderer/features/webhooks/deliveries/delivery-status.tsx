import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import styles from './deliveries.module.css';

/** How a delivery stands; one that waits after a failure stands out, and so does one that was given up. */
export function DeliveryStatusMark({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const words = t(`webhooks.deliveries.statusWords.${delivery.status}`);
  const hasFailed = delivery.status === 'failed';
  const waitsAgain = delivery.status === 'pending' && delivery.attempts.length > 0;
  if (!hasFailed && !waitsAgain) return words;
  const SignIcon = hasFailed ? IconAlertCircle : IconAlertTriangle;
  return (
    <span className={styles.mark} data-mark={hasFailed ? 'danger' : 'attention'}>
      <SignIcon size={13} aria-hidden />
      {words}
    </span>
  );
}
