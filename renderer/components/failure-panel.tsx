import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './failure-panel.module.css';
import { useStaffWords } from './staff-words.ts';
import { TechnicalDetails } from './technical-details.tsx';

interface FailurePanelProps {
  /** An `ApiFailure`, a `BridgeError`, or whatever else was thrown. */
  readonly error: unknown;
  /** What can still be done while this fails, in one sentence. */
  readonly stillUsable?: string;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
}

/** In place of what could not be read: what failed, what still works, a way to try again. */
export function FailurePanel({ error, stillUsable, onRetry, isRetrying = false }: FailurePanelProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  return (
    <section className={styles.panel} role="alert">
      <IconAlertCircle size={20} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.what}>{words(error)}</p>
        {stillUsable && <p className={styles.usable}>{stillUsable}</p>}
        {onRetry && (
          <Button size="xs" variant="default" loading={isRetrying} onClick={onRetry}>
            {t('states.retry')}
          </Button>
        )}
        <TechnicalDetails error={error} />
      </div>
    </section>
  );
}
