import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/host/api-client.ts';
import { useStaffWords } from '../../lib/staff-words.ts';
import styles from './failure-panel.module.css';
import { TechnicalDetails } from './technical-details.tsx';

interface FailurePanelProps {
  /** An `ApiFailure`, a `BridgeError`, or whatever else was thrown. */
  readonly error: unknown;
  /** What can still be done while this fails, in one sentence. */
  readonly stillUsable?: string;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  /** Given while filters are set: they may be what the API refuses, such as a shop that is gone. */
  readonly onClearFilters?: (() => void) | undefined;
}

/** In place of what could not be read: what failed, what still works, a way to try again. */
export function FailurePanel(props: FailurePanelProps) {
  const { error, stillUsable, onRetry, isRetrying = false, onClearFilters } = props;
  const { t } = useTranslation();
  const words = useStaffWords();
  const isRefused = error instanceof ApiFailure && error.status === 400;
  return (
    <section className={styles.panel} role="alert">
      <IconAlertCircle size={20} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.what}>{words(error)}</p>
        {stillUsable && <p className={styles.usable}>{stillUsable}</p>}
        <div className={styles.actions}>
          {isRefused && onClearFilters && (
            <Button size="xs" onClick={onClearFilters}>
              {t('states.clearFilters')}
            </Button>
          )}
          {onRetry && (
            <Button size="xs" variant="default" loading={isRetrying} onClick={onRetry}>
              {t('states.retry')}
            </Button>
          )}
        </div>
        <TechnicalDetails error={error} />
      </div>
    </section>
  );
}
