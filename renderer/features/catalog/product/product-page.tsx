import { Stack } from '@mantine/core';
import { type QueryCache, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { BackLink } from '../../../components/links.tsx';
import { Page } from '../../../components/page/page.tsx';
import { DetailHeader, PageHeader } from '../../../components/page/page-header.tsx';
import { PrintButton } from '../../../components/page/print-button.tsx';
import { EmptyPanel } from '../../../components/states/empty-panel.tsx';
import { AsOf, LookupNotice } from '../../../components/states/freshness.tsx';
import { QueryContent } from '../../../components/states/query-states.tsx';
import { ApiFailure } from '../../../lib/host/api-client.ts';
import { useQueryCache } from '../../../lib/host/query-cache.ts';
import styles from '../catalog.module.css';
import { getProductKey, productQuery } from '../queries.ts';
import { ProductDetails } from './product-details.tsx';
import { SalesSection } from './sales-section.tsx';

/** The prices, the stock and the sales of the product whose id is in the address. */
export function ProductPage() {
  const { productId = '' } = useParams({ strict: false });
  const isId = /^[1-9]\d{0,14}$/.test(productId);
  return isId ? <ProductLoader key={productId} productId={Number(productId)} /> : <NoProduct />;
}

/** The product with this id. Its details and its sales are read independently, and may fail independently. */
export function ProductLoader({ productId }: { readonly productId: number }) {
  const { t } = useTranslation();
  const product = useQuery(productQuery(productId));
  const state = useProductState(productId);
  if (product.error instanceof ApiFailure && product.error.status === 404) return <NoProduct />;
  return (
    <Page
      scrolls
      header={
        <DetailHeader
          back={<BackLink path="/catalog">{t('shell.catalog')}</BackLink>}
          title={product.data?.title ?? t('catalog.product.title')}
          aside={<AsOf {...state} />}
          actions={<PrintButton />}
        />
      }
    >
      <LookupNotice />
      <div className={styles.sections}>
        <Stack gap={28}>
          <QueryContent query={product} rows={6} stillUsable={t('catalog.product.stillUsable')}>
            {(read) => <ProductDetails product={read} />}
          </QueryContent>
        </Stack>
        <SalesSection productId={productId} sku={product.data?.sku} />
      </div>
    </Page>
  );
}

/** The time of the oldest part of a product, and a function that reads all parts again. */
function useProductState(productId: number) {
  const client = useQueryClient();
  const queryKey = getProductKey(productId);
  const findParts = (cache: QueryCache) =>
    cache
      .findAll({ queryKey, type: 'active' })
      .map(({ state }) => state)
      .filter(({ data }) => data !== undefined);
  const updatedAt = useQueryCache((cache) => {
    const instants = findParts(cache).map((part) => part.dataUpdatedAt);
    return instants.length === 0 ? 0 : Math.min(...instants);
  });
  const isStale = useQueryCache((cache) => findParts(cache).some(({ status }) => status === 'error'));
  return {
    updatedAt,
    isStale,
    isRefreshing: useIsFetching({ queryKey }) > 0,
    onRefresh: () => void client.invalidateQueries({ queryKey }),
  };
}

function NoProduct() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page scrolls header={<PageHeader title={t('catalog.product.title')} />}>
      <EmptyPanel
        title={t('catalog.product.gone')}
        reason={t('catalog.product.goneReason')}
        action={{
          label: t('catalog.product.toCatalog'),
          onClick: () => void navigate({ to: '/catalog' }),
        }}
      />
    </Page>
  );
}
