import { ActionIcon, Box, Button, Stack, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ComponentProps, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { CopyNotice, useCopy } from '../../components/copy-field.tsx';
import { type Fact, FactList } from '../../components/fact-list.tsx';
import { BackLink } from '../../components/links.tsx';
import { Letterhead, MissingDetails, useOrderForm } from '../../components/order/letterhead.tsx';
import styles from '../../components/order/order.module.css';
import { useOrderAmounts } from '../../components/order/order-amounts.ts';
import { ItemsTable, VatTable } from '../../components/order/order-items.tsx';
import {
  OrderFacts,
  OrderNotes,
  OrderRemarks,
  PaymentsTable,
  UnknownParts,
} from '../../components/order/order-payments.tsx';
import { OrderValues } from '../../components/order/order-values.tsx';
import { Page } from '../../components/page/page.tsx';
import { DetailHeader } from '../../components/page/page-header.tsx';
import { PrintButton } from '../../components/page/print-button.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { LookupNotice } from '../../components/states/freshness.tsx';
import { QueryAsOf, QueryContent } from '../../components/states/query-states.tsx';
import { idField } from '../../lib/address/fields.ts';
import { ApiFailure } from '../../lib/host/api-client.ts';
import { useOpenPlace } from '../../lib/host/program.ts';
import { useHeadings } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { orderQuery } from '../../lib/queries/orders.ts';

export function OrderPage() {
  const { orderId } = useParams({ from: '/orders/$orderId' });
  return <OrderLoader key={orderId} orderId={orderId} />;
}

const SKELETON_WIDTHS = [12, 30, 8, 12, 12, 12];

/** The order with the id from the address, or why there is none. */
export function OrderLoader({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = idField.read(orderId) ?? null;
  const query = useQuery({ ...orderQuery(id ?? 0), enabled: id !== null });
  // The platform also answers 404 for an order of another location.
  const isNotFound = query.error instanceof ApiFailure && query.error.status === 404;
  const isGone = id === null || isNotFound;
  if (query.data && !isGone) return <OrderView order={query.data} query={query} />;
  return (
    <Page scrolls header={<OrderHeader title={t('orders.order.untitled')} />}>
      {isGone ? (
        <EmptyPanel
          title={t('orders.gone.title')}
          reason={t('orders.gone.reason')}
          action={{ label: t('orders.gone.action'), onClick: () => void navigate({ to: '/orders' }) }}
        />
      ) : (
        <QueryContent query={query} rows={12} widths={SKELETON_WIDTHS} stillUsable={t('orders.order.stillUsable')}>
          {() => null}
        </QueryContent>
      )}
    </Page>
  );
}

function OrderHeader(props: Omit<ComponentProps<typeof DetailHeader>, 'back'>) {
  const { t } = useTranslation();
  return <DetailHeader back={<BackLink path="/orders">{t('shell.orders')}</BackLink>} {...props} />;
}

interface OrderViewProps {
  readonly order: OrderWithDetails;
  /** The query that read the order. */
  readonly query: UseQueryResult;
}

function OrderView({ order, query }: OrderViewProps) {
  const { t } = useTranslation();
  const openPlace = useOpenPlace();
  const form = useOrderForm(order);
  const isPrinting = useIsPrinting();
  const { items, payments } = order;
  return (
    <Page
      scrolls
      header={
        <OrderHeader
          title={isPrinting ? t(`orders.copyOf.${form}`) : t('orders.order.title', { number: order.order_number })}
          aside={<QueryAsOf query={query} />}
          actions={
            <>
              <PrintButton label={t(`orders.print.${form}`)} />
              <CopyNumber number={order.order_number} />
              {order.backoffice_url !== '' && (
                <Button
                  variant="default"
                  leftSection={<IconExternalLink size={15} aria-hidden />}
                  onClick={() => openPlace({ kind: 'back-office', url: order.backoffice_url })}
                >
                  {t('orders.order.openBackoffice')}
                </Button>
              )}
            </>
          }
        />
      }
    >
      <LookupNotice />
      <Stack gap="lg" maw={1280} pt="xs">
        {form === 'summary' && items !== null && <MissingDetails />}
        <Letterhead order={order} form={form} />
        {!isPrinting && (
          <>
            <OrderFigures order={order} />
            <OrderFacts order={order} />
            <OrderNotes order={order} />
          </>
        )}
        <OrderRemarks order={order} />
        {items === null ? (
          <Box maw={720}>
            <OrderValues order={order} />
          </Box>
        ) : (
          <section>
            <h2 className={styles.sectionTitle}>{t('orders.items.title')}</h2>
            <ItemsTable order={order} items={items} />
          </section>
        )}
        <div className={styles.pair}>
          {items !== null && (
            <section>
              <h2 className={styles.sectionTitle}>{t('orders.vat.title')}</h2>
              <VatTable order={order} items={items} />
            </section>
          )}
          {payments !== null && (
            <section>
              <h2 className={styles.sectionTitle}>{t('orders.payments.title')}</h2>
              <PaymentsTable order={order} payments={payments} />
            </section>
          )}
        </div>
        <UnknownParts order={order} />
      </Stack>
    </Page>
  );
}

/** The amounts of the order and how it was paid. */
function OrderFigures({ order }: { readonly order: OrderWithDetails }) {
  const { t } = useTranslation();
  const { money } = useOrderAmounts(order);
  const headings = useHeadings(orders);
  const { value_wt, value_ex_wt, discount_value_wt } = order;
  const methods = new Set(order.payments?.map(({ title }) => title));
  const facts: readonly Fact[] = [
    [headings.value_wt, money(value_wt)],
    [t('orders.values.ofWhichVat'), money(toEuros(fromEuros(value_wt) - fromEuros(value_ex_wt)))],
    [headings.discount_value_wt, discount_value_wt === 0 ? '' : money(discount_value_wt)],
    [t('orders.payments.with'), [...methods].join(', ')],
  ];
  return (
    <div className={styles.figures}>
      <FactList facts={facts} layout="row" />
    </div>
  );
}

/** Copies the number of an order as on the receipt. */
function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useTranslation();
  const text = useRef<HTMLSpanElement>(null);
  const { outcome, copy } = useCopy();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <>
      <CopyNotice outcome={outcome} />
      <VisuallyHidden ref={text} aria-hidden>
        {number}
      </VisuallyHidden>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t('orders.order.copyNumber')}
        title={t('orders.order.copyNumber')}
        onClick={() => void copy(text.current)}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </>
  );
}
