import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TechnicalDetails } from '../../../components/states/technical-details.tsx';
import { useStaffWords } from '../../../lib/staff-words.ts';
import styles from './connection-bar.module.css';

interface ReachFailureProps {
  readonly error: unknown;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

export function ReachFailure({ error, isRetrying, onRetry }: ReachFailureProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  return (
    <div className={styles.failure} role="alert">
      <span>{words(error)}</span>
      <Button variant="default" size="compact-sm" fz={13} loading={isRetrying} onClick={onRetry}>
        {t('states.retry')}
      </Button>
      <TechnicalDetails error={error} />
    </div>
  );
}
