import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { RateLines } from './rate-lines.tsx';
import { StatementSection } from './statement-section.tsx';
import { StatementLine, StatementSubheading, StatementTable } from './statement-table.tsx';

/** Orders on account of the period: those that are open now, and those that have been paid by now. */
export function NotPaidSection({ notPaid }: { readonly notPaid: FinancialReport['not_paid_now'] }) {
  const { t } = useTranslation();
  const { settled_since: settled } = notPaid;
  return (
    <StatementSection title={t('report.notPaid.title')}>
      <StatementTable label={t('report.notPaid.title')} between={t('report.vat')}>
        <tbody>
          <RateLines rates={notPaid.rates} />
          <StatementLine
            isTotal
            label={t('report.notPaid.total')}
            exVat={notPaid.total}
            inclVat={notPaid.total_wt}
          />
        </tbody>
        <tbody>
          <StatementSubheading>{t('report.notPaid.settled')}</StatementSubheading>
          <RateLines rates={settled.rates} />
          <StatementLine
            isTotal
            label={t('report.notPaid.settledTotal')}
            exVat={settled.total}
            inclVat={settled.total_wt}
          />
        </tbody>
      </StatementTable>
    </StatementSection>
  );
}
