import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../shared/contract/products.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { MarginText, QuantityText } from '../../components/figures.tsx';
import { AddressLink } from '../../components/links.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryContent, QueryFailure } from '../../components/states/query-states.tsx';
import { getProductAddress } from '../../lib/address/address.ts';
import { useHeadings } from '../../lib/language.ts';
import styles from './catalog.module.css';
import type { CatalogLookups } from './catalog-lookups.ts';
import { PriceTable } from './price-table.tsx';
import { StockTable } from './product/product-details.tsx';
import { getLastDays } from './product/sales-section.tsx';
import { ProductCodes } from './product-codes.tsx';
import { productQuery, productSalesQuery } from './queries.ts';

/** The number of days of the shown sales, including today. */
const SALES_DAYS = 30;

interface ProductDrawerProps {
  readonly product: Product;
  readonly lookups: CatalogLookups;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
  /** Called before the page of the product replaces the list. */
  readonly onLeave: () => void;
}

export function ProductDrawer({ product, lookups, onClose, onStep, onLeave }: ProductDrawerProps) {
  const { t } = useTranslation();
  const headings = useHeadings(catalog);
  const details = useQuery(productQuery(product.id));
  const facts: readonly Fact[] = [
    [headings.group, lookups.getGroupTitle(product.product_group_id)],
    [headings.barcode, product.barcode ?? ''],
  ];
  const period = getLastDays(SALES_DAYS, useToday());
  const sales = useQuery(productSalesQuery(product.id, period));
  return (
    <Drawer title={product.title} overline={product.sku} onClose={onClose} onStep={onStep}>
      <AddressLink
        address={getProductAddress(product.id, period)}
        className={styles.toPage}
        onClick={onLeave}
        data-opens-page
      >
        {t('catalog.productPage')}
        <IconArrowRight size={14} aria-hidden />
      </AddressLink>
      <h3 className={styles.heading}>{t('catalog.prices')}</h3>
      {details.isPending && <SkeletonRows rows={3} />}
      {details.isError && <QueryFailure query={details} />}
      {details.data && <PriceTable prices={details.data.prices} lookups={lookups} />}
      <div className={styles.part}>
        <h3 className={styles.heading}>{t('catalog.product.stock')}</h3>
        <StockTable product={product} />
      </div>
      <div className={styles.part}>
        <h3 className={styles.heading}>{t('catalog.lastDays', { count: SALES_DAYS })}</h3>
        <QueryContent query={sales} rows={1}>
          {(sums) => (
            <FactList
              facts={[
                [t('catalog.product.sold'), <QuantityText key="sold" value={sums.quantity} />],
                [t('catalog.product.margin'), <MarginText key="margin" sums={sums} />],
              ]}
              layout="pairs"
            />
          )}
        </QueryContent>
      </div>
      <div className={styles.part}>
        <FactList facts={facts} layout="pairs" />
      </div>
      <ProductCodes product={product} />
    </Drawer>
  );
}
