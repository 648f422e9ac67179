import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/skeleton-rows.tsx';
import { idField } from '../../lib/address/fields.ts';
import { ApiFailure } from '../../lib/host/api-client.ts';
import { NoOrder } from './no-order.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderView } from './order-view.tsx';
import { orderQuery } from './read-order.ts';

interface OrderLoaderProps {
  /** As it stands in the address. */
  readonly orderId: string;
}

/** An order by its id, or why there is none to see. */
export function OrderLoader({ orderId }: OrderLoaderProps) {
  const { t } = useTranslation();
  const id = idField.read(orderId) ?? null;
  const { data, error, isPending, isFetching, isError, dataUpdatedAt, refetch } = useQuery({
    ...orderQuery(id ?? 0),
    enabled: id !== null,
  });
  if (id === null || isNotFound(error)) return <NoOrder orderId={orderId} />;
  const refresh = () => void refetch();
  if (data) {
    return (
      <OrderView
        order={data}
        updatedAt={dataUpdatedAt}
        isStale={isError}
        isRefreshing={isFetching}
        onRefresh={refresh}
      />
    );
  }
  return (
    <Page scrolls header={<OrderHeader title={t('orders.order.untitled')} />}>
      {isPending && <SkeletonRows rows={12} widths={[12, 30, 8, 12, 12, 12]} />}
      {error && (
        <FailurePanel
          error={error}
          stillUsable={t('orders.order.stillUsable')}
          onRetry={refresh}
          isRetrying={isFetching}
        />
      )}
    </Page>
  );
}

/** To the platform an order of another location is one that does not exist. */
function isNotFound(error: Error | null): boolean {
  return error instanceof ApiFailure && error.status === 404;
}
