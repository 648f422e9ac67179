import { useTranslation } from 'react-i18next';
import type { Product } from '../../../shared/contract/products.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import { FactList } from '../../components/fact-list.tsx';
import { useHeadings } from '../../lib/language.ts';
import styles from './catalog.module.css';

/** The ids that programs use for a product, folded in its drawer and on its page. */
export function ProductCodes({ product }: { readonly product: Product }) {
  const { t } = useTranslation();
  const headings = useHeadings(catalog);
  return (
    <details className={styles.codes}>
      <summary>{t('catalog.technical')}</summary>
      <FactList
        facts={[
          [headings.id, String(product.id)],
          [headings.shop_product_id, String(product.shop_product_id)],
        ]}
        layout="pairs"
      />
    </details>
  );
}
