import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductWithPrices } from '../../../../shared/contract/products.ts';
import { useCatalogLookups } from '../catalog-lookups.ts';
import { PriceTable } from '../price-table.tsx';
import { ProductFacts } from './product-facts.tsx';
import { ProductSection } from './product-section.tsx';
import { StockSection } from './stock-section.tsx';

/** What a product is, costs, and how much of it there is. */
export function ProductDetails({ product }: { readonly product: ProductWithPrices }) {
  const { t } = useTranslation();
  const { prices } = product;
  const lookups = useCatalogLookups(useMemo(() => prices.map(({ tax_rate_id }) => tax_rate_id), [prices]));
  return (
    <>
      <ProductFacts product={product} groupTitle={lookups.groupTitle(product.product_group_id)} />
      <ProductSection title={t('catalog.prices')}>
        <PriceTable prices={prices} lookups={lookups} />
      </ProductSection>
      <StockSection product={product} />
    </>
  );
}
