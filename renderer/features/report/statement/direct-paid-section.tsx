import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { BalanceLines } from './balance-lines.tsx';
import { RateLines } from './rate-lines.tsx';
import { StatementSection } from './statement-section.tsx';
import { StatementLine, StatementSubheading, StatementTable } from './statement-table.tsx';

/** What was paid at once: by VAT rate, then the same total by payment method, then whether the two agree. */
export function DirectPaidSection({ direct }: { readonly direct: FinancialReport['direct_paid'] }) {
  const { t } = useTranslation();
  return (
    <StatementSection title={t('report.direct.title')}>
      <StatementTable label={t('report.direct.title')} between={t('report.vat')}>
        <tbody>
          <RateLines rates={direct.rates} />
          <StatementLine
            label={t('report.direct.differences')}
            exVat={-direct.differences}
            inclVat={-direct.differences}
          />
          <StatementLine
            label={t('report.direct.nonRevenue')}
            exVat={direct.non_revenue}
            inclVat={direct.non_revenue}
          />
          <StatementLine
            isTotal
            label={t('report.direct.total')}
            exVat={direct.total}
            inclVat={direct.total_wt}
          />
        </tbody>
        <tbody>
          <StatementSubheading>{t('report.direct.methods')}</StatementSubheading>
          {direct.payment_methods.map((method) => (
            <StatementLine
              key={method.provider_method_type_id}
              label={<span data-read>{method.title}</span>}
              inclVat={method.amount}
            />
          ))}
        </tbody>
        <BalanceLines check={direct.balance_check} />
      </StatementTable>
    </StatementSection>
  );
}
