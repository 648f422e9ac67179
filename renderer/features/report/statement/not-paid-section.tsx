import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { notPaidLines } from '../lines/not-paid-lines.ts';
import { RateLines } from './rate-lines.tsx';
import { StatementLine } from './statement-line.tsx';
import { StatementSection } from './statement-section.tsx';
import { StatementSubheading, StatementTable } from './statement-table.tsx';

interface NotPaidSectionProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
}

/** Orders on account of the period: those that are open now, and those that have been paid by now. */
export function NotPaidSection({ report, before }: NotPaidSectionProps) {
  const { t } = useTranslation();
  const lines = notPaidLines(report);
  const compared = before && notPaidLines(before);
  return (
    <StatementSection title={t('report.notPaid.title')}>
      <StatementTable label={t('report.notPaid.title')} between={t('report.vat')}>
        <tbody>
          <RateLines rates={lines.rates} before={compared?.rates} />
          <StatementLine
            isTotal
            label={t('report.notPaid.total')}
            line={lines.total}
            before={compared?.total}
          />
        </tbody>
        <tbody>
          <StatementSubheading>{t('report.notPaid.settled')}</StatementSubheading>
          <RateLines rates={lines.settledRates} before={compared?.settledRates} />
          <StatementLine
            isTotal
            label={t('report.notPaid.settledTotal')}
            line={lines.settledTotal}
            before={compared?.settledTotal}
          />
        </tbody>
      </StatementTable>
    </StatementSection>
  );
}
