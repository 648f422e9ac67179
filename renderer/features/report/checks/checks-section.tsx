import { useTranslation } from 'react-i18next';
import { WideTable } from '../../../components/page/wide-table.tsx';
import ruled from '../ruled-table.module.css';
import { StatementSection } from '../statement/statement-section.tsx';
import { CheckLine } from './check-line.tsx';
import styles from './checks-section.module.css';
import type { ExplainedCheck } from './explain-checks.ts';

export function ChecksSection({ checks }: { readonly checks: readonly ExplainedCheck[] }) {
  const { t } = useTranslation();
  return (
    <StatementSection title={t('report.checks.title')}>
      <WideTable label={t('report.checks.title')}>
        <table className={`${ruled.table} ${styles.table}`} aria-label={t('report.checks.title')}>
          <thead>
            <tr>
              <th scope="col">{t('report.checks.check')}</th>
              <th scope="col">{t('report.checks.left')}</th>
              <th scope="col">{t('report.checks.right')}</th>
              <th scope="col">{t('report.checks.difference')}</th>
            </tr>
          </thead>
          {checks.map((explained) => (
            <CheckLine key={explained.check.name} explained={explained} />
          ))}
        </table>
      </WideTable>
    </StatementSection>
  );
}
