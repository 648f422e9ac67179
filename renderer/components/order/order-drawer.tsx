import { Group, UnstyledButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order, OrderItem, OrderRow } from '../../../shared/contract/orders.ts';
import { calculatePercentage, fromEuros } from '../../../shared/money.ts';
import { getOrderAddress } from '../../lib/address/address.ts';
import { useOpenPlace } from '../../lib/host/program.ts';
import { useFormat } from '../../lib/language.ts';
import { orderQuery } from '../../lib/queries/orders.ts';
import { PlainTable } from '../data-table/plain-table.tsx';
import { QuantityText } from '../figures.tsx';
import { AddressLink } from '../links.tsx';
import { Drawer } from '../overlays/drawer.tsx';
import { QueryContent } from '../states/query-states.tsx';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';
import itemStyles from './order-drawer.module.css';
import { ItemTitle } from './order-items.tsx';
import { OrderFacts, OrderNotes, OrderRemarks, PaymentsTable, UnknownParts } from './order-payments.tsx';
import { OrderValues } from './order-values.tsx';

interface OrderDrawerProps {
  readonly id: number;
  readonly number: string;
  /** The order as far as the list has it. */
  readonly listed?: Order | undefined;
  /** The item that the row in the list is about. */
  readonly itemId?: number | undefined;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
  /** Called before the page of the order replaces the list. */
  readonly onLeave: () => void;
}

/** The details of an order beside its list. What the list has is shown at once. */
export function OrderDrawer({ id, number, listed, itemId, onClose, onStep, onLeave }: OrderDrawerProps) {
  const { t } = useTranslation();
  const details = useQuery(orderQuery(id));
  const order = details.data ?? listed;
  return (
    <Drawer title={t('orders.order.title', { number })} onClose={onClose} onStep={onStep}>
      <Group align="normal" gap="0 20px" mt={-8} mb={12}>
        <AddressLink address={getOrderAddress(id)} className={styles.link} onClick={onLeave} data-opens-page>
          {t('orders.order.open')}
        </AddressLink>
        {order && <BackofficeLink order={order} />}
      </Group>
      {order && (
        <>
          <OrderValues order={order} />
          <OrderNotes order={order} />
          <div className={itemStyles.facts}>
            <OrderFacts order={order} onLeave={onLeave} />
          </div>
        </>
      )}
      <QueryContent query={details} rows={4}>
        {(read) => (
          <>
            {read.items && (
              <>
                <h3 className={styles.heading}>{t('orders.items.title')}</h3>
                <BriefItems order={read} items={read.items} itemId={itemId} />
              </>
            )}
            {read.payments && (
              <>
                <h3 className={styles.heading}>{t('orders.payments.title')}</h3>
                <PaymentsTable order={read} payments={read.payments} />
              </>
            )}
            <UnknownParts order={read} />
            <OrderRemarks order={read} />
          </>
        )}
      </QueryContent>
    </Drawer>
  );
}

interface BackofficeLinkProps {
  readonly order: Pick<Order, 'backoffice_url'>;
  /** Only the icon, for a row of a table. */
  readonly isBrief?: boolean;
}

/** Opens the order in the platform's back office. Not every platform has such pages. */
export function BackofficeLink({ order: { backoffice_url: url }, isBrief = false }: BackofficeLinkProps) {
  const { t } = useTranslation();
  const openPlace = useOpenPlace();
  if (url === '') return null;
  const label = t('orders.order.openBackoffice');
  return (
    <UnstyledButton
      className={styles.link ?? ''}
      fz="inherit"
      {...(isBrief && { 'aria-label': label, title: label, ml: 6 })}
      onClick={() => openPlace({ kind: 'back-office', url })}
    >
      {!isBrief && label}
      <IconExternalLink size={13} aria-hidden />
    </UnstyledButton>
  );
}

/** The items in a drawer: quantity, title and amount. */
interface BriefItemsProps {
  readonly order: OrderRow;
  readonly items: readonly OrderItem[];
  readonly itemId: number | undefined;
}

function BriefItems({ order, items, itemId }: BriefItemsProps) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  return (
    <PlainTable
      label={t('orders.items.title')}
      className={itemStyles.table}
      columns={[
        { id: 'quantity', header: t('orders.items.quantity'), cell: (item) => <QuantityText value={item.quantity} /> },
        { id: 'item', header: t('orders.items.item'), cell: (item) => <BriefItem order={order} item={item} /> },
        { id: 'valueWt', header: heading(t('orders.items.valueWt')), cell: (item) => amount(item.value_wt) },
      ]}
      rows={items}
      getRowKey={({ id }) => id}
      rowProps={({ id }) => ({ 'data-marked': id === itemId || undefined })}
    />
  );
}

/** Includes the discount, if there is one. */
function BriefItem({ order, item }: { readonly order: OrderRow; readonly item: OrderItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { money } = useOrderAmounts(order);
  const { discount_value_wt: discount, value_wt } = item;
  const percentage = calculatePercentage(fromEuros(discount), fromEuros(value_wt) + fromEuros(discount));
  return (
    <>
      <ItemTitle item={item} />
      {item.sku !== null && <span className={itemStyles.sku}>{item.sku}</span>}
      {discount !== 0 && <span className={itemStyles.discount}>{formatDiscount()}</span>}
    </>
  );

  function formatDiscount(): string {
    if (discount < 0) return t('orders.items.discountTakenBack', { amount: money(-discount) });
    if (percentage === null) return t('orders.items.discountedAmount', { amount: money(discount) });
    return t('orders.items.discounted', { amount: money(discount), percentage: format.percentage(percentage) });
  }
}
