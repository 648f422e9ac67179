import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../../components/as-of.tsx';
import { FailurePanel } from '../../../components/failure-panel.tsx';
import { LookupNotice } from '../../../components/lookup-notice.tsx';
import { Page } from '../../../components/page.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { ApiFailure } from '../../../lib/api-client.ts';
import { productQuery } from '../api/read-product.ts';
import { BackButton } from './back-button.tsx';
import { NoProduct } from './no-product.tsx';
import styles from './product.module.css';
import { ProductDetails } from './product-details.tsx';
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
