import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ChosenPlace } from '../../components/filters/use-chosen-place.ts';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import type { ComparedReport } from './comparison/use-compared-report.ts';
import { ReadReport } from './read-report.tsx';
import { ReportSkeleton } from './statement/report-skeleton.tsx';
import { useClearFilters } from './use-clear-filters.ts';

interface ReportContentProps {
  readonly location: ChosenPlace;
  readonly query: UseQueryResult<FinancialReport>;
  /** Null while nothing is compared. */
  readonly compared: ComparedReport | null;
}

/** The statement, or what stands in its place. */
export function ReportContent({ location, query, compared }: ReportContentProps) {
  const { t } = useTranslation();
  const clearFilters = useClearFilters(location);
  if (query.data) {
    return <ReadReport report={query.data} isReplaced={query.isPlaceholderData} compared={compared} />;
  }
  if (query.isError) {
    return (
      <FailurePanel
        error={query.error}
        stillUsable={t('report.stillUsable')}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
        onClearFilters={clearFilters}
      />
    );
  }
  return <ReportSkeleton />;
}
