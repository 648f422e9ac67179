import { useTranslation } from 'react-i18next';
import type { OrderRow } from '../../../shared/contract/orders.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';

/** Value and discount of an order on both sides of VAT, as given. */
export function OrderValues({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const vat = (ex: number | null, wt: number | null) =>
    amount(ex === null || wt === null ? null : toEuros(fromEuros(wt) - fromEuros(ex)));
  const lines = [
    ['value', order.value_ex_wt, order.value_wt],
    ['discount', order.discount_value_ex_wt, order.discount_value_wt],
  ] as const;
  return (
    <table className={styles.table} aria-label={t('orders.values.title')}>
      <thead>
        <tr>
          <td />
          <th scope="col">{heading(t('orders.values.ex'))}</th>
          <th scope="col">{heading(t('orders.values.vat'))}</th>
          <th scope="col">{heading(t('orders.values.wt'))}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, ex, wt]) => (
          <tr key={name}>
            <th scope="row" data-kind="text">
              {t(`orders.values.${name}`)}
            </th>
            <td>{amount(ex)}</td>
            <td>{vat(ex, wt)}</td>
            <td>{amount(wt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
