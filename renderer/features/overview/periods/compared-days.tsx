import { useTranslation } from 'react-i18next';
import styles from './periods-table.module.css';

const YEAR_AT_END = /^(.*) (\d{4})$/;

/** The days that are held against: broken only before them and before their year. */
export function ComparedDays({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [, days = text, year = ''] = YEAR_AT_END.exec(text) ?? [];
  return (
    <>
      <span className={styles.against}>{t('overview.periods.against')}</span>{' '}
      <span className={styles.days}>{days}</span>
      {year && ` ${year}`}
    </>
  );
}
