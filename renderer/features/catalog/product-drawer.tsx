import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../shared/contract/products.ts';
import { catalog } from '../../../shared/datasets/catalog.ts';
import { Drawer } from '../../components/drawer.tsx';
import { FailurePanel } from '../../components/failure-panel.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat } from '../../lib/language.ts';
import { productQuery } from './api/read-product.ts';
import { PriceTable } from './price-table.tsx';
import styles from './product-drawer.module.css';
import type { CatalogLookups } from './use-catalog-lookups.ts';

interface ProductDrawerProps {
  readonly product: Product;
  readonly lookups: CatalogLookups;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
}

export function ProductDrawer({ product, lookups, onClose, onStep }: ProductDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(catalog);
  const details = useQuery(productQuery(product.id));
  const facts = [
    [headings.group, lookups.groupTitle(product.product_group_id)],
    [headings.stock, format.quantity(product.stock)],
    [headings.id, String(product.id)],
    [t('catalog.shopProductId'), String(product.shop_product_id)],
  ];
  return (
    <Drawer title={product.title} overline={product.sku} onClose={onClose} onStep={onStep}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>{t('catalog.prices')}</h3>
      {details.isPending && <SkeletonRows rows={3} />}
      {details.isError && (
        <FailurePanel
          error={details.error}
          onRetry={() => void details.refetch()}
          isRetrying={details.isFetching}
        />
      )}
      {details.data && <PriceTable prices={details.data.prices} lookups={lookups} />}
    </Drawer>
  );
}
