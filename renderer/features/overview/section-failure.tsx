import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TechnicalDetails } from '../../components/states/technical-details.tsx';
import { useStaffWords } from '../../lib/staff-words.ts';
import type { Question } from './overview-queries.ts';
import styles from './section-failure.module.css';

interface SectionFailureProps {
  readonly question: Question;
  /** What is not known for want of an answer. */
  readonly unknown?: string;
}

/** In place of a part that could not be read, while the rest of the page stays. */
export function SectionFailure({ question, unknown }: SectionFailureProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  return (
    <div className={styles.failure} role="alert">
      <IconAlertCircle size={16} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{unknown ?? t('overview.unreadable')}</strong> {words(question.error)}
        </p>
        <Button
          size="compact-xs"
          variant="default"
          loading={question.isFetching}
          onClick={() => void question.refetch()}
        >
          {t('states.retry')}
        </Button>
        <TechnicalDetails error={question.error} />
      </div>
    </div>
  );
}
