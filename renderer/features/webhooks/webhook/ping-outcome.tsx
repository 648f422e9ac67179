import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import { useFormat } from '../../../lib/language.ts';
import { type Attempt, isAccepted, lastAttemptOf } from '../deliveries/attempt.ts';
import styles from '../dialogs.module.css';

/** How a test message went, in words, with the beginning of the answer. */
export function PingOutcome({ delivery }: { readonly delivery: Delivery }) {
  const { t } = useTranslation();
  const format = useFormat();
  const attempt = lastAttemptOf(delivery);
  if (!attempt) return <p>{t('webhooks.ping.unfinished')}</p>;
  const accepted = isAccepted(attempt);
  const SignIcon = accepted ? IconCheck : IconAlertCircle;
  return (
    <>
      <p className={styles.outcome} data-outcome={accepted ? 'delivered' : 'failed'}>
        <SignIcon size={16} aria-hidden />
        {sentence(attempt, format.quantity(attempt.duration_ms), t)}
      </p>
      {attempt.status !== null && <p className={styles.label}>{t('webhooks.ping.answer')}</p>}
      {attempt.answer !== '' && <pre className={styles.answer}>{attempt.answer}</pre>}
      {attempt.status !== null && attempt.answer === '' && <p>{t('webhooks.ping.noAnswer')}</p>}
    </>
  );
}

function sentence(attempt: Attempt, duration: string, t: TFunction): string {
  const { status, failure } = attempt;
  if (status === null) {
    return t('webhooks.ping.unanswered', {
      duration,
      failure: t(`webhooks.failure.${failure ?? 'connection'}`),
    });
  }
  return t(`webhooks.ping.${isAccepted(attempt) ? 'delivered' : 'refused'}`, { status, duration });
}
