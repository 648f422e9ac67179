import type { ReactNode } from 'react';
import { elapsedPeriod } from '../../../../shared/compared-periods.ts';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import type { OverviewQueries } from '../overview-queries.ts';
import { Section } from '../section.tsx';
import { SectionFailure } from '../section-failure.tsx';
import { useDaysText } from '../use-days-text.ts';

interface MonthSectionProps {
  readonly title: string;
  readonly query: OverviewQueries['report'];
  readonly subject?: string;
  readonly children: (report: FinancialReport) => ReactNode;
}

const SKELETON_WIDTHS = [60, 20];

/** A part of the report of this month. */
export function MonthSection({ title, query, subject, children }: MonthSectionProps) {
  const daysText = useDaysText();
  const today = useToday();
  const report = query.data;
  return (
    <Section title={title} subject={subject ?? (report && daysText(elapsedPeriod(report, today)))}>
      {report && children(report)}
      {!report && query.isError && <SectionFailure question={query} />}
      {!report && !query.isError && <SkeletonRows rows={6} widths={SKELETON_WIDTHS} />}
    </Section>
  );
}
