import type { UseQueryResult } from '@tanstack/react-query';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { AsOf } from '../../components/states/as-of.tsx';
import { type ComparedReport, comparedData } from './comparison/use-compared-report.ts';

interface ReportAsOfProps {
  readonly query: UseQueryResult<FinancialReport>;
  /** Null while nothing is compared. */
  readonly compared: ComparedReport | null;
}

/** The time of the older of the two reports that are shown, and a way to read both again. */
export function ReportAsOf({ query, compared }: ReportAsOfProps) {
  if (!query.data) return null;
  const questions = compared === null ? [query] : [query, compared.query];
  const comparedReport = compared && comparedData(compared);
  const shown = comparedReport ? [query.data, comparedReport] : [query.data];
  return (
    <AsOf
      updatedAt={Math.min(...shown.map((report) => Date.parse(report.generated_at)))}
      isRefreshing={questions.some(({ isFetching }) => isFetching)}
      isStale={query.isError || (comparedReport !== null && compared?.query.isError === true)}
      onRefresh={() => {
        for (const { refetch } of questions) void refetch();
      }}
    />
  );
}
