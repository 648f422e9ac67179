import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { UnitPrice } from '../../components/unit-price.tsx';
import type { CatalogRow } from './list-catalog.ts';
import styles from './sale-price.module.css';

/** The sale price including VAT, blank where there is none; marked where the product has more than one. */
export function SalePrice({ row: { price, rivals = 0 } }: { readonly row: CatalogRow }) {
  const { t } = useTranslation();
  if (price === null) return null;
  const doubt = t('catalog.severalSalePrices', { count: rivals + 1 });
  return (
    <>
      {rivals > 0 && (
        <span className={styles.doubt} role="img" aria-label={doubt} title={doubt}>
          <IconAlertTriangle size={14} aria-hidden />
        </span>
      )}
      <UnitPrice value={price.ppu_wt} />
    </>
  );
}
