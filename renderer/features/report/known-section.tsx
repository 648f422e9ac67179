import type { ReactNode } from 'react';
import {
  hasSection,
  type ReportSection,
  type ReportWith,
  type UnknownFigure,
} from '../../../shared/contract/financial-report.ts';
import { NotKnown } from '../../components/figures.tsx';
import { type ComparedReports, ComparisonProvider, useComparison } from './comparison.tsx';
import styles from './statement.module.css';
import { StatementSection } from './statement-table.tsx';

interface KnownSectionProps<Name extends ReportSection> extends ComparedReports {
  readonly name: Name;
  readonly title: string;
  readonly children: (reports: ComparedReports<ReportWith<Name>>) => ReactNode;
}

/** A section of a report that has it; of one that does not, its title and that it is not known. */
export function KnownSection<Name extends ReportSection>(props: KnownSectionProps<Name>) {
  const { name, title, report, before, children } = props;
  if (!hasSection(report, name)) return <UnknownSection title={title} name={name} />;
  if (before === null || hasSection(before, name)) return children({ report, before });
  return <Uncompared>{children({ report, before: null })}</Uncompared>;
}

export function UnknownSection({ title, name }: { readonly title: string; readonly name: UnknownFigure }) {
  return (
    <StatementSection title={title}>
      <p className={styles.note}>
        <NotKnown name={name} />
      </p>
    </StatementSection>
  );
}

/** The columns of the comparison stay empty: the report compared does not have the section. */
export function Uncompared({ children }: { readonly children: ReactNode }) {
  const comparison = useComparison();
  return <ComparisonProvider value={comparison && { ...comparison, report: null }}>{children}</ComparisonProvider>;
}
