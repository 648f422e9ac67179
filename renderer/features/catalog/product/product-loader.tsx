import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../components/page/page.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { AsOf } from '../../../components/states/as-of.tsx';
import { FailurePanel } from '../../../components/states/failure-panel.tsx';
import { LookupNotice } from '../../../components/states/lookup-notice.tsx';
import { SkeletonRows } from '../../../components/states/skeleton-rows.tsx';
import { ApiFailure } from '../../../lib/host/api-client.ts';
import { productQuery } from '../read-product.ts';
import { BackButton } from './back-button.tsx';
import { NoProduct } from './no-product.tsx';
import { ProductDetails } from './product-details.tsx';
import styles from './product-page.module.css';
import { SalesSection } from './sales-section.tsx';
import { useProductState } from './use-product-state.ts';

/** The product by its id. What it is and what was sold of it are read, and fail, apart from each other. */
export function ProductLoader({ productId }: { readonly productId: number }) {
  const { t } = useTranslation();
  const product = useQuery(productQuery(productId));
  const state = useProductState(productId);
  if (isUnknown(product.error)) return <NoProduct />;
  return (
    <Page
      scrolls
      header={
        <PageHeader
          title={product.data?.title ?? t('catalog.product.title')}
          aside={<AsOf {...state} />}
          actions={<BackButton />}
        />
      }
    >
      <LookupNotice />
      <div className={styles.sections}>
        <div className={styles.details}>
          {product.isPending && <SkeletonRows rows={6} />}
          {product.isError && !product.data && (
            <FailurePanel
              error={product.error}
              stillUsable={t('catalog.product.stillUsable')}
              isRetrying={product.isFetching}
              onRetry={() => void product.refetch()}
            />
          )}
          {product.data && <ProductDetails product={product.data} />}
        </div>
        <SalesSection productId={productId} />
      </div>
    </Page>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && error.status === 404;
}
