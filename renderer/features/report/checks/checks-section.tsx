import { useTranslation } from 'react-i18next';
import type { ReportCheck } from '../../../../shared/contract/financial-report.ts';
import ruled from '../ruled-table.module.css';
import { StatementSection } from '../statement/statement-section.tsx';
import { CheckLine } from './check-line.tsx';
import styles from './checks-section.module.css';

export function ChecksSection({ checks }: { readonly checks: readonly ReportCheck[] }) {
  const { t } = useTranslation();
  return (
    <StatementSection title={t('report.checks.title')}>
      <table className={`${ruled.table} ${styles.table}`} aria-label={t('report.checks.title')}>
        <thead>
          <tr>
            <th scope="col">{t('report.checks.check')}</th>
            <th scope="col">{t('report.checks.left')}</th>
            <th scope="col">{t('report.checks.right')}</th>
            <th scope="col">{t('report.checks.difference')}</th>
          </tr>
        </thead>
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </table>
    </StatementSection>
  );
}
