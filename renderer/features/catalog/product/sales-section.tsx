import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProductSalesSums } from '../../../../shared/contract/product-sales.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { useLanguage } from '../../../lib/language.ts';
import { periodText } from '../../../lib/period-text.ts';
import { productSalesQuery } from '../read-product-sales.ts';
import styles from './product-page.module.css';
import { ProductSection } from './product-section.tsx';
import { SalesFigures } from './sales-figures.tsx';
import { SalesWeeks } from './sales-weeks.tsx';
import { lastDays } from './weeks-of.ts';

const DAYS = 90;

/** What was sold of a product lately, today included. */
export function SalesSection({ productId }: { readonly productId: number }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const period = lastDays(DAYS, useToday());
  const sales = useQuery(productSalesQuery(productId, period));
  return (
    <ProductSection title={t('catalog.product.sales', { days: DAYS })} aside={periodText(period, language)}>
      {sales.isPending && <SkeletonRows rows={3} />}
      {sales.isError && !sales.data && (
        <FailurePanel
          error={sales.error}
          isRetrying={sales.isFetching}
          onRetry={() => void sales.refetch()}
        />
      )}
      {sales.data && isNothing(sales.data) && <p className={styles.none}>{t('catalog.product.notSold')}</p>}
      {sales.data && !isNothing(sales.data) && (
        <>
          <SalesFigures productId={productId} period={period} sums={sales.data} />
          <SalesWeeks productId={productId} period={period} />
        </>
      )}
    </ProductSection>
  );
}

/** No sale and no return either: returns can take away all that was sold, and then there are rows to see. */
function isNothing(sums: ProductSalesSums): boolean {
  return Object.values(sums).every((figure) => figure === 0);
}
