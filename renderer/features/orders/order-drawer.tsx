import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order } from '../../../shared/contract/orders.ts';
import { AddressLink } from '../../components/address-link.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { SkeletonRows } from '../../components/states/skeleton-rows.tsx';
import { orderAddress } from '../../lib/address/address.ts';
import { BriefItems } from './brief-items.tsx';
import styles from './order-drawer.module.css';
import { OrderFacts } from './order-facts.tsx';
import { OrderRemarks } from './order-remarks.tsx';
import { OrderValues } from './order-values.tsx';
import { PaymentsTable } from './payments-table.tsx';
import { orderQuery } from './read-order.ts';

interface OrderDrawerProps {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
  /** Told before the page of the order takes the place of the list. */
  readonly onLeave: () => void;
}

/** An order beside the list. What the list knows already stands there at once. */
export function OrderDrawer({ order, onClose, onStep, onLeave }: OrderDrawerProps) {
  const { t } = useTranslation();
  const details = useQuery(orderQuery(order.id));
  return (
    <Drawer title={t('orders.order.title', { number: order.order_number })} onClose={onClose} onStep={onStep}>
      <p className={styles.open}>
        <AddressLink address={orderAddress(order.id)} className={styles.link} onClick={onLeave}>
          {t('orders.order.open')}
        </AddressLink>
      </p>
      <OrderFacts order={order} />
      <h3 className={styles.heading}>{t('orders.values.title')}</h3>
      <OrderValues order={order} />
      {details.isPending && <SkeletonRows rows={4} />}
      {details.isError && !details.data && (
        <FailurePanel
          error={details.error}
          onRetry={() => void details.refetch()}
          isRetrying={details.isFetching}
        />
      )}
      {details.data && (
        <>
          <h3 className={styles.heading}>{t('orders.items.title')}</h3>
          <BriefItems items={details.data.items} />
          <h3 className={styles.heading}>{t('orders.payments.title')}</h3>
          <PaymentsTable order={details.data} />
          <OrderRemarks order={details.data} />
        </>
      )}
    </Drawer>
  );
}
