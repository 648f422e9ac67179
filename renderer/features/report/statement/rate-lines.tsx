import { useTranslation } from 'react-i18next';
import type { ReportRate } from '../../../../shared/contract/financial-report.ts';
import styles from './rate-lines.module.css';
import { StatementLine } from './statement-table.tsx';

/** One line a VAT rate: base, VAT, amount with VAT. */
export function RateLines({ rates }: { readonly rates: readonly ReportRate[] }) {
  const { t } = useTranslation();
  if (rates.length === 0)
    return <StatementLine label={t('report.noRates')} exVat={0} between={0} inclVat={0} />;
  return rates.map((rate) => (
    <StatementLine
      key={rate.tax_rate_id}
      label={
        <span data-read>
          {rate.name} <span className={styles.country}>{rate.country_iso2}</span>
        </span>
      }
      exVat={rate.base}
      between={rate.tax}
      inclVat={rate.total_wt}
    />
  ));
}
