import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/contract/products.ts';
import { catalog } from '../../../../shared/datasets/catalog.ts';
import { CopyField } from '../../../components/copy-field.tsx';
import { type Fact, FactList } from '../../../components/fact-list.tsx';
import { useHeadings } from '../../../lib/headings.ts';
import { useFormat } from '../../../lib/language.ts';
import styles from './product-page.module.css';

interface ProductFactsProps {
  readonly product: Product;
  readonly groupTitle: string;
}

export function ProductFacts({ product, groupTitle }: ProductFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(catalog);
  const facts: readonly Fact[] = [
    [headings.group, groupTitle],
    [t('catalog.product.totalStock'), format.quantity(product.stock)],
    [headings.id, String(product.id)],
    [headings.shop_product_id, String(product.shop_product_id)],
  ];
  return (
    <div className={styles.facts}>
      <CopyField
        label={t('catalog.product.sku')}
        text={product.sku}
        copyLabel={t('catalog.product.copySku')}
        layout="line"
      />
      <FactList facts={facts} layout="row" />
    </div>
  );
}
