import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { BarList } from '../../../components/charts/bar-list.tsx';
import { FigureLink } from '../../../components/figure-link.tsx';
import { paymentRowsAddress } from '../../../lib/address/figure-rows.ts';
import { reportScope } from '../../../lib/address/report-rows.ts';
import { useFormat } from '../../../lib/language.ts';
import { shareText } from '../../../lib/share-text.ts';
import type { OverviewQueries } from '../overview-queries.ts';
import { MonthSection } from './month-section.tsx';

/** What came in by each payment method; payments have no side without VAT. */
export function MethodsSection({ query }: { readonly query: OverviewQueries['report'] }) {
  const { t } = useTranslation();
  const title = t('overview.month.methods');
  return (
    <MonthSection title={title} subject={t('overview.month.received')} query={query}>
      {(report) => <Methods label={title} report={report} />}
    </MonthSection>
  );
}

function Methods({ label, report }: { readonly label: string; readonly report: FinancialReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { payment_methods: methods, balance_check } = report.direct_paid;
  if (methods.length === 0) return <p>{t('overview.month.noPayments')}</p>;
  const rows = methods
    .toSorted((one, other) => other.amount - one.amount)
    .map(({ provider_method_type_id: id, title, amount }) => ({
      key: String(id),
      name: title,
      value: amount,
      figure: (
        <FigureLink
          rows={paymentRowsAddress({ amount }, { ...reportScope(report), provider_method_type_id: id })}
        >
          {format.amount(amount)}
        </FigureLink>
      ),
      aside: shareText(amount, balance_check.payments_total, format.roundPercentage),
    }));
  return <BarList label={label} rows={rows} />;
}
