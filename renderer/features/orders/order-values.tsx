import { useTranslation } from 'react-i18next';
import type { Order } from '../../../shared/contract/orders.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './lines-table.module.css';

/** Value and discount of an order on both sides of VAT, as given. */
export function OrderValues({ order }: { readonly order: Order }) {
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
