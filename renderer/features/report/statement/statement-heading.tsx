import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { useLanguage } from '../../../lib/language.ts';
import { periodText } from '../../../lib/period-text.ts';
import { ChecksSummary } from '../checks/checks-summary.tsx';
import type { ExplainedCheck } from '../checks/explain-checks.ts';
import { ComparisonNote } from '../comparison/comparison-note.tsx';
import type { ComparedReport } from '../comparison/use-compared-report.ts';
import { isEmptyReport } from './is-empty-report.ts';
import styles from './statement-heading.module.css';

interface StatementHeadingProps {
  readonly report: FinancialReport;
  readonly locationTitle: string;
  /** Another period or location was chosen and its figures are not here yet. */
  readonly isReplaced: boolean;
  readonly checks: readonly ExplainedCheck[];
  /** Null while nothing is compared. */
  readonly compared: ComparedReport | null;
}

/** What the figures below are of, as the report itself says, and whether they can be trusted. */
export function StatementHeading(props: StatementHeadingProps) {
  const { report, locationTitle, isReplaced, checks, compared } = props;
  const { t } = useTranslation();
  const period = periodText(report, useLanguage());
  return (
    <div className={styles.heading}>
      <p className={styles.subject}>
        <strong>{period}</strong>
        <span>{locationTitle}</span>
        <span>{t('report.currency')}</span>
      </p>
      {isReplaced ? (
        <p className={styles.reading} role="status">
          <Loader size={14} aria-hidden />
          {t('report.reading', { period })}
        </p>
      ) : (
        <ChecksSummary checks={checks} />
      )}
      {isEmptyReport(report) && !isReplaced && <p className={styles.empty}>{t('report.empty')}</p>}
      {compared && <ComparisonNote compared={compared} />}
    </div>
  );
}
