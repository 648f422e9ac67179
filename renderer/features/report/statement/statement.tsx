import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { ChecksSection } from '../checks/checks-section.tsx';
import { DirectPaidSection } from './direct-paid-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { NotPaidSection } from './not-paid-section.tsx';
import { RevenueSection } from './revenue-section.tsx';
import styles from './statement.module.css';

/** The whole report as one statement: two columns where the window has room, one where it has not. */
export function Statement({ report }: { readonly report: FinancialReport }) {
  return (
    <div className={styles.statement}>
      <div className={styles.columns}>
        <RevenueSection revenue={report.revenue} />
        <div className={styles.second}>
          <DirectPaidSection direct={report.direct_paid} />
        </div>
        <NotPaidSection notPaid={report.not_paid_now} />
      </div>
      <GroupsSection groups={report.turnover_by_group} />
      <ChecksSection checks={report.checks} />
    </div>
  );
}
