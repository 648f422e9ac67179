import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { Page } from '../../components/page/page.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { useOpenPlace } from '../../lib/host/use-open-place.ts';
import { CopyNumber } from './copy-number.tsx';
import { ItemsTable } from './items-table.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderHeader } from './order-header.tsx';
import { OrderRemarks } from './order-remarks.tsx';
import styles from './order-view.module.css';
import { PaymentsTable } from './payments-table.tsx';

interface OrderViewProps {
  readonly order: OrderWithDetails;
  readonly updatedAt: number;
  readonly isStale: boolean;
  readonly isRefreshing: boolean;
  readonly onRefresh: () => void;
}

/** All that the platform tells of an order. */
export function OrderView({ order, ...reading }: OrderViewProps) {
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
          <h2 className={styles.heading}>{t('orders.items.title')}</h2>
          <ItemsTable order={order} />
        </section>
        <section className={styles.payments}>
          <h2 className={styles.heading}>{t('orders.payments.title')}</h2>
          <PaymentsTable order={order} />
        </section>
      </div>
    </Page>
  );
}
