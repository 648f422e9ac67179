import { useTranslation } from 'react-i18next';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { useFormat } from '../../lib/language.ts';
import { InvoiceNote } from './invoice-note.tsx';
import styles from './lines-table.module.css';
import { paidSum } from './order-sums.ts';

/** The order's own payments; of an invoice what the platform tells of its payment. */
export function PaymentsTable({ order }: { readonly order: OrderWithDetails }) {
  const { t } = useTranslation();
  const { amount, moment } = useFormat();
  if (order.payments.length === 0) return <InvoiceNote order={order} />;
  return (
    <table className={styles.table} aria-label={t('orders.payments.title')}>
      <thead>
        <tr>
          <th scope="col" data-kind="text">
            {t('orders.payments.method')}
          </th>
          <th scope="col" data-kind="text">
            {t('orders.payments.moment')}
          </th>
          <th scope="col">{t('orders.payments.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {order.payments.map((payment) => (
          <tr key={payment.id}>
            <td data-kind="text">{payment.title}</td>
            <td data-kind="text">{moment(payment.date_paid)}</td>
            <td>{amount(payment.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2} data-kind="text">
            {t('orders.payments.total')}
          </th>
          <td>{amount(paidSum(order))}</td>
        </tr>
      </tfoot>
    </table>
  );
}
