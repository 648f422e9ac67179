import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/contract/products.ts';
import { QuantityText } from '../../../components/quantity-text.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { useLocationTitle } from '../../../lib/queries/use-location-title.ts';
import { productStockQuery } from '../list-product-stock.ts';
import styles from './product-page.module.css';
import { ProductSection } from './product-section.tsx';

export function StockSection({ product }: { readonly product: Product }) {
  const { t } = useTranslation();
  const locationTitle = useLocationTitle();
  const stock = useQuery(productStockQuery(product));
  return (
    <ProductSection title={t('catalog.product.stock')}>
      {stock.isPending && <SkeletonRows rows={3} widths={[40, 20]} />}
      {stock.isError && !stock.data && (
        <FailurePanel
          error={stock.error}
          isRetrying={stock.isFetching}
          onRetry={() => void stock.refetch()}
        />
      )}
      {stock.data?.length === 0 && <p className={styles.none}>{t('catalog.product.noStock')}</p>}
      {stock.data && stock.data.length > 0 && (
        <table className={styles.table} aria-label={t('catalog.product.stock')}>
          <thead>
            <tr>
              <th scope="col">{t('catalog.product.location')}</th>
              <th scope="col">{t('catalog.product.quantity')}</th>
            </tr>
          </thead>
          <tbody>
            {stock.data.map(({ location_id, quantity }) => (
              <tr key={location_id}>
                <td>{locationTitle(location_id)}</td>
                <td>
                  <QuantityText value={quantity} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ProductSection>
  );
}
