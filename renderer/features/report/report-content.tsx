import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { FailurePanel } from '../../components/failure-panel.tsx';
import { useLocationTitle } from '../../components/use-location-title.ts';
import styles from './report-content.module.css';
import { ReportSkeleton } from './statement/report-skeleton.tsx';
import { Statement } from './statement/statement.tsx';
import { StatementHeading } from './statement/statement-heading.tsx';

/** The statement, or what stands in its place. Figures of a choice made before stay, dimmed and under its name. */
export function ReportContent({ query }: { readonly query: UseQueryResult<FinancialReport> }) {
  const { t } = useTranslation();
  const titleOf = useLocationTitle();
  const { data: report, isPlaceholderData: isReplaced } = query;
  if (report) {
    return (
      <>
        <StatementHeading
          report={report}
          locationTitle={titleOf(report.location_id)}
          isReplaced={isReplaced}
        />
        <div className={styles.figures} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
          <Statement report={report} />
        </div>
      </>
    );
  }
  if (query.isError) {
    return (
      <FailurePanel
        error={query.error}
        stillUsable={t('report.stillUsable')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <ReportSkeleton />;
}
