import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { useFormat } from '../../../lib/language.ts';
import { revenueLines } from '../lines/revenue-lines.ts';
import { StatementLine } from './statement-line.tsx';
import { StatementSection } from './statement-section.tsx';
import { StatementSubheading, StatementTable } from './statement-table.tsx';

interface RevenueSectionProps {
  readonly report: FinancialReport;
  /** What it is compared with; null where nothing is. */
  readonly before: FinancialReport | null;
}

const TURNOVER = ['sales', 'returns', 'differences'] as const;
const NON_REVENUE = ['giftCards', 'tips', 'paymentsOnInvoice', 'prepayments'] as const;

export function RevenueSection({ report, before }: RevenueSectionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const lines = revenueLines(report);
  const compared = before && revenueLines(before);
  const { percentage } = report.revenue.margin;
  const line = (name: keyof typeof lines, isTotal = false) => (
    <StatementLine
      key={name}
      isTotal={isTotal}
      label={t(`report.revenue.${name}`)}
      line={lines[name]}
      before={compared?.[name]}
    />
  );
  return (
    <StatementSection title={t('report.revenue.title')}>
      <StatementTable label={t('report.revenue.title')} between={t('report.ofTurnover')}>
        <tbody>
          {TURNOVER.map((name) => line(name))}
          {line('turnover', true)}
          {line('cost')}
          <StatementLine
            isTotal
            label={t('report.revenue.margin')}
            line={lines.margin}
            before={compared?.margin}
            between={percentage === null ? null : format.percentage(percentage)}
          />
        </tbody>
        <tbody>
          <StatementSubheading>{t('report.revenue.nonRevenue')}</StatementSubheading>
          {NON_REVENUE.map((name) => line(name))}
          {line('nonRevenueTotal', true)}
        </tbody>
      </StatementTable>
    </StatementSection>
  );
}
