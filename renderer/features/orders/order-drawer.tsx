import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order, OrderItem } from '../../../shared/contract/orders.ts';
import { QuantityText } from '../../components/figures.tsx';
import { AddressLink } from '../../components/links.tsx';
import { Drawer } from '../../components/overlays/drawer.tsx';
import { QueryContent } from '../../components/states/query-states.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { orderAddress } from '../../lib/address/address.ts';
import { useFormat } from '../../lib/language.ts';
import itemStyles from './order-drawer.module.css';
import { ItemTitle } from './order-items.tsx';
import { OrderFacts, OrderRemarks, PaymentsTable } from './order-payments.tsx';
import styles from './orders.module.css';
import { orderQuery } from './queries.ts';

interface OrderDrawerProps {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onStep: (delta: 1 | -1) => void;
  /** Called before the page of the order replaces the list. */
  readonly onLeave: () => void;
}

/** An order beside the list. The data of the list are visible at once. */
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
      <QueryContent query={details} rows={4}>
        {(read) => (
          <>
            <h3 className={styles.heading}>{t('orders.items.title')}</h3>
            <BriefItems items={read.items} />
            <h3 className={styles.heading}>{t('orders.payments.title')}</h3>
            <PaymentsTable order={read} />
            <OrderRemarks order={read} />
          </>
        )}
      </QueryContent>
    </Drawer>
  );
}

/** The items in the width of a drawer: quantity, title and amount. */
function BriefItems({ items }: { readonly items: readonly OrderItem[] }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <table className={itemStyles.table} aria-label={t('orders.items.title')}>
      <TableHead columns={[t('orders.items.quantity'), t('orders.items.item'), t('orders.items.valueWt')]} />
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <td>
              <QuantityText value={item.quantity} />
            </td>
            <td>
              <ItemTitle item={item} />
              {item.sku !== null && <span className={itemStyles.sku}>{item.sku}</span>}
            </td>
            <td>{amount(item.value_wt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Value and discount of an order on both sides of VAT, as given. */
function OrderValues({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const lines = [
    ['value', order.value_ex_wt, order.value_wt],
    ['discount', order.discount_value_ex_wt, order.discount_value_wt],
  ] as const;
  return (
    <table className={styles.table} aria-label={t('orders.values.title')}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('orders.values.ex')}</th>
          <th scope="col">{t('orders.values.wt')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, ex, wt]) => (
          <tr key={name}>
            <th scope="row" data-kind="text">
              {t(`orders.values.${name}`)}
            </th>
            <td>{amount(ex)}</td>
            <td>{amount(wt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
