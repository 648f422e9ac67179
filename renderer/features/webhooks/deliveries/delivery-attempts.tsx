import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/language.ts';
import { answerWords } from './answer-words.ts';
import { type Attempt, isAccepted } from './attempt.ts';
import styles from './delivery-drawer.module.css';
import { timeText } from './delivery-time.ts';

/** Every attempt with what the receiver answered, newest first. */
export function DeliveryAttempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (attempts.length === 0) return <p className={styles.note}>{t('webhooks.delivery.noAttempts')}</p>;
  return (
    <ul className={styles.attempts}>
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.number}>
          <div className={styles.attempt}>
            <span>{t('webhooks.delivery.attempt', { number: attempt.number })}</span>
            <time dateTime={attempt.at}>{timeText(attempt.at, format)}</time>
          </div>
          <div className={styles.attempt} data-failed={!isAccepted(attempt) || undefined}>
            <span className={styles.answerStatus}>{answerWords(attempt, t)}</span>
            <output>{format.quantity(attempt.duration_ms)} ms</output>
          </div>
          {attempt.answer !== '' && <pre className={styles.code}>{attempt.answer}</pre>}
          {attempt.answer === '' && attempt.status !== null && (
            <p className={styles.note}>{t('webhooks.delivery.noAnswerText')}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
