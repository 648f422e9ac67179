import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Comparison, comparedPeriod, elapsedPeriod } from '../../../../shared/compared-periods.ts';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import type { Period } from '../../../../shared/periods.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { financialReportQuery } from '../../../lib/queries/read-financial-report.ts';

interface ComparedChoice {
  /** Of the report itself. */
  readonly period: Period;
  /** Null for all locations. */
  readonly locationId: number | null;
  readonly compare: Comparison | 'none';
}

/** The report that another is held against. */
export interface ComparedReport {
  readonly period: Period;
  /** True where the period of the report is under way: then as many days of the other are compared. */
  readonly isPartial: boolean;
  readonly query: UseQueryResult<FinancialReport>;
}

/** Null while nothing is compared; then nothing is read either. */
export function useComparedReport({ period, locationId, compare }: ComparedChoice): ComparedReport | null {
  const today = useToday();
  const compared = compare === 'none' ? null : comparedPeriod(period, compare, today);
  const query = useQuery({
    ...financialReportQuery({ ...(compared ?? period), locationId }),
    enabled: compared !== null,
  });
  if (compared === null) return null;
  return { period: compared, isPartial: elapsedPeriod(period, today).to !== period.to, query };
}

/** What was read of it; null while its figures are not here, or are still those of another period. */
export function comparedData({ query }: ComparedReport): FinancialReport | null {
  return query.data && !query.isPlaceholderData ? query.data : null;
}
