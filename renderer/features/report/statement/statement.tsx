import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { ChecksSection } from '../checks/checks-section.tsx';
import type { ExplainedCheck } from '../checks/explain-checks.ts';
import { useComparison } from '../comparison/report-comparison.ts';
import { DirectPaidSection } from './direct-paid-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { NotPaidSection } from './not-paid-section.tsx';
import { RevenueSection } from './revenue-section.tsx';
import styles from './statement.module.css';

interface StatementProps {
  readonly report: FinancialReport;
  readonly checks: readonly ExplainedCheck[];
}

/** The whole report as one statement: two columns where the window has room, one where it has not or is compared. */
export function Statement({ report, checks }: StatementProps) {
  const comparison = useComparison();
  const before = comparison?.report ?? null;
  return (
    <div className={styles.statement}>
      <div className={styles.columns} data-compared={comparison !== null || undefined}>
        <RevenueSection report={report} before={before} />
        <div className={styles.second}>
          <DirectPaidSection report={report} before={before} />
        </div>
        <NotPaidSection report={report} before={before} />
      </div>
      <GroupsSection report={report} before={before} />
      <ChecksSection checks={checks} />
    </div>
  );
}
