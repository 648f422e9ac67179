import { useTranslation } from 'react-i18next';
import type { Order } from '../../../shared/contract/orders.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './lines-table.module.css';

/** Why an order has no payments of its own, and whether it was paid: more than that the platform does not tell. */
export function InvoiceNote({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return <p className={styles.none}>{words()}</p>;

  function words(): string {
    if (order.payment_term === 'direct') return t('orders.payments.none');
    if (order.is_paid) return t('orders.payments.invoicePaid', { amount: money(order.value_wt) });
    return t('orders.payments.invoiceOpen', { amount: money(order.value_wt) });
  }
}
