import { useMemo } from 'react';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { useLocationTitle } from '../../lib/queries/use-location-title.ts';
import { explainChecks } from './checks/explain-checks.ts';
import { ComparisonProvider } from './comparison/report-comparison.ts';
import { type ComparedReport, comparedData } from './comparison/use-compared-report.ts';
import { PrintHeading } from './print/print-heading.tsx';
import { Printed } from './print/printed.tsx';
import styles from './read-report.module.css';
import { useSide } from './statement/side-switch.tsx';
import { Statement } from './statement/statement.tsx';
import { StatementHeading } from './statement/statement-heading.tsx';

interface ReadReportProps {
  readonly report: FinancialReport;
  /** Another period or location was chosen and its figures are not here yet. */
  readonly isReplaced: boolean;
  /** Null while nothing is compared. */
  readonly compared: ComparedReport | null;
}

/** The report that was read. Figures of a choice made before stay, dimmed and under its name, compared with nothing. */
export function ReadReport({ report, isReplaced, compared }: ReadReportProps) {
  const titleOf = useLocationTitle();
  const side = useSide();
  const checks = useMemo(() => explainChecks(report), [report]);
  const comparison = useMemo(
    () =>
      compared && {
        period: compared.period,
        side,
        report: isReplaced ? null : comparedData(compared),
      },
    [compared, isReplaced, side],
  );
  return (
    <Printed>
      <PrintHeading report={report} />
      <StatementHeading
        report={report}
        locationTitle={titleOf(report.location_id)}
        isReplaced={isReplaced}
        checks={checks}
        compared={compared}
      />
      <div className={styles.figures} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
        <ComparisonProvider value={comparison}>
          <Statement report={report} checks={checks} />
        </ComparisonProvider>
      </div>
    </Printed>
  );
}
