import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { CopyNotice, useCopy } from '../../components/copy-field.tsx';
import { BackLink } from '../../components/links.tsx';
import { Page } from '../../components/page/page.tsx';
import { DetailHeader } from '../../components/page/page-header.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { AsOf, LookupNotice } from '../../components/states/freshness.tsx';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { idField } from '../../lib/address/fields.ts';
import { ApiFailure } from '../../lib/host/api-client.ts';
import { useOpenPlace } from '../../lib/host/program.ts';
import { ItemsTable } from './order-items.tsx';
import { OrderFacts, OrderRemarks, PaymentsTable } from './order-payments.tsx';
import styles from './orders.module.css';
import { orderQuery } from './queries.ts';

/** One order, named by its id in the address. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/orders/$orderId' });
  return <OrderLoader key={orderId} orderId={orderId} />;
}

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

/** In place of an order that there is not, or that the user may not see. */
function NoOrder({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Page scrolls header={<OrderHeader title={t('orders.order.untitled')} />}>
      <EmptyPanel
        title={t('orders.gone.title', { id: orderId })}
        reason={t('orders.gone.reason')}
        action={{ label: t('orders.gone.action'), onClick: () => void navigate({ to: '/orders' }) }}
      />
    </Page>
  );
}

interface OrderHeaderProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
}

/** The title line of an order: the way back to the list, its number, and what can be done with it. */
function OrderHeader(props: OrderHeaderProps) {
  const { t } = useTranslation();
  return <DetailHeader back={<BackLink path="/orders">{t('shell.orders')}</BackLink>} {...props} />;
}

interface OrderViewProps {
  readonly order: OrderWithDetails;
  readonly updatedAt: number;
  readonly isStale: boolean;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** All that the platform tells of an order. */
function OrderView({ order, ...reading }: OrderViewProps) {
  const { t } = useTranslation();
  const openPlace = useOpenPlace();
  return (
    <Page
      scrolls
      header={
        <OrderHeader
          title={t('orders.order.title', { number: order.order_number })}
          aside={<AsOf {...reading} />}
          actions={
            <>
              <CopyNumber number={order.order_number} />
              <Button
                size="xs"
                variant="default"
                leftSection={<IconExternalLink size={15} aria-hidden />}
                onClick={() => openPlace({ kind: 'back-office', url: order.backoffice_url })}
              >
                {t('orders.order.openBackoffice')}
              </Button>
            </>
          }
        />
      }
    >
      <LookupNotice />
      <div className={styles.order}>
        <OrderFacts order={order} />
        <OrderRemarks order={order} />
        <section>
          <h2 className={styles.orderViewHeading}>{t('orders.items.title')}</h2>
          <ItemsTable order={order} />
        </section>
        <section className={styles.payments}>
          <h2 className={styles.orderViewHeading}>{t('orders.payments.title')}</h2>
          <PaymentsTable order={order} />
        </section>
      </div>
    </Page>
  );
}

/** Copies the number of an order as it stands on the receipt. */
function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useTranslation();
  const text = useRef<HTMLSpanElement>(null);
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <CopyNotice outcome={outcome} />
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        aria-label={t('orders.order.copyNumber', { number })}
        onClick={() => void copy(text.current)}
      >
        <span ref={text} className={styles.number}>
          {number}
        </span>
      </Button>
    </>
  );
}
