import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './price-table.module.css';

/** What is odd about the sale prices of a product that has price rows: there is none, or more than one. */
export function PriceDoubt({ salePrices }: { readonly salePrices: number }) {
  const { t } = useTranslation();
  if (salePrices === 1) return null;
  if (salePrices === 0) return <p className={styles.none}>{t('catalog.noSalePrice')}</p>;
  return (
    <p className={styles.doubt}>
      <IconAlertTriangle size={15} aria-hidden />
      {t('catalog.severalSalePrices', { count: salePrices })}
    </p>
  );
}
