import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OrderWithDetails } from '../../../shared/contract/orders.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './order-remarks.module.css';
import { paidSum, sumDifferences } from './order-sums.ts';

/** What does not add up in an order; nothing where all does. */
export function OrderRemarks({ order }: { readonly order: OrderWithDetails }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const remarks = sumDifferences(order).map(({ figure, sum, stated, difference }) =>
    t(`orders.remark.${figure}`, {
      sum: money(sum),
      stated: money(stated),
      difference: money(difference),
    }),
  );
  const paid = paidSum(order);
  const isPaidDirectly = order.payment_term === 'direct' && order.is_paid;
  if (isPaidDirectly && paid !== order.value_wt) {
    remarks.push(t('orders.remark.paid', { sum: money(paid), stated: money(order.value_wt) }));
  }
  if (remarks.length === 0) return null;
  return (
    <div role="alert">
      <ul className={styles.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>
            <IconAlertTriangleFilled size={15} aria-hidden />
            {remark}
          </li>
        ))}
      </ul>
    </div>
  );
}
