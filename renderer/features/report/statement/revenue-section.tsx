import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { useFormat } from '../../../lib/language.ts';
import { StatementSection } from './statement-section.tsx';
import { StatementLine, StatementSubheading, StatementTable } from './statement-table.tsx';

/** Signs are those of a sum that is added from top to bottom: returns and differences come off sales. */
export function RevenueSection({ revenue }: { readonly revenue: FinancialReport['revenue'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { margin, non_revenue: nonRevenue } = revenue;
  return (
    <StatementSection title={t('report.revenue.title')}>
      <StatementTable label={t('report.revenue.title')} between={t('report.ofTurnover')}>
        <tbody>
          <StatementLine
            label={t('report.revenue.sales')}
            exVat={revenue.total_sales}
            inclVat={revenue.total_sales_wt}
          />
          <StatementLine
            label={t('report.revenue.returns')}
            exVat={-revenue.total_returns}
            inclVat={-revenue.total_returns_wt}
          />
          <StatementLine
            label={t('report.revenue.differences')}
            exVat={-revenue.total_differences}
            inclVat={-revenue.total_differences_wt}
          />
          <StatementLine
            isTotal
            label={t('report.revenue.turnover')}
            exVat={revenue.total_turnover}
            inclVat={revenue.total_turnover_wt}
          />
          <StatementLine label={t('report.revenue.cost')} exVat={-revenue.total_cost_of_goods_sold} />
          <StatementLine
            isTotal
            label={t('report.revenue.margin')}
            exVat={margin.value}
            between={margin.percentage === null ? null : format.percentage(margin.percentage)}
          />
        </tbody>
        <tbody>
          <StatementSubheading>{t('report.revenue.nonRevenue')}</StatementSubheading>
          <StatementLine label={t('report.revenue.giftCards')} inclVat={nonRevenue.gift_cards} />
          <StatementLine label={t('report.revenue.tips')} inclVat={nonRevenue.tips} />
          <StatementLine
            label={t('report.revenue.paymentsOnInvoice')}
            inclVat={nonRevenue.payments_on_invoice}
          />
          <StatementLine label={t('report.revenue.prepayments')} inclVat={nonRevenue.prepayments} />
          <StatementLine isTotal label={t('report.revenue.nonRevenueTotal')} inclVat={nonRevenue.total} />
        </tbody>
      </StatementTable>
    </StatementSection>
  );
}
