import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../../shared/contract/financial-report.ts';
import { useFormat } from '../../../lib/language.ts';
import styles from './printed.module.css';

/** What the window says around the report and paper would not: title, shops, zone, and as of when. */
export function PrintHeading({ report }: { readonly report: FinancialReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className={styles.heading}>
      <p className={styles.title}>{t('report.title')}</p>
      <p>{t('report.print.shops', { shops: report.shops.map(({ title }) => title).join(', ') })}</p>
      <p>
        {t('report.print.asOf', { moment: format.moment(report.generated_at) })} · {t('report.print.zone')}
      </p>
    </div>
  );
}
