import { useTranslation } from 'react-i18next';
import type { OrderRow } from '../../../shared/contract/orders.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { PlainTable } from '../data-table/plain-table.tsx';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';

/** Value and discount of an order on both sides of VAT, as given. */
export function OrderValues({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const vatOf = ({ ex, wt }: ValueRow) => (ex === null || wt === null ? null : toEuros(fromEuros(wt) - fromEuros(ex)));
  const rows: readonly ValueRow[] = [
    { name: 'value', ex: order.value_ex_wt, wt: order.value_wt },
    { name: 'discount', ex: order.discount_value_ex_wt, wt: order.discount_value_wt },
  ];
  return (
    <PlainTable
      label={t('orders.values.title')}
      className={styles.table}
      columns={[
        { id: 'name', header: '', kind: 'text', isRowHeading: true, cell: ({ name }) => t(`orders.values.${name}`) },
        { id: 'ex', header: heading(t('orders.values.ex')), cell: ({ ex }) => amount(ex) },
        { id: 'vat', header: heading(t('orders.values.vat')), cell: (row) => amount(vatOf(row)) },
        { id: 'wt', header: heading(t('orders.values.wt')), cell: ({ wt }) => amount(wt) },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

interface ValueRow {
  readonly name: 'value' | 'discount';
  readonly ex: number | null;
  readonly wt: number | null;
}
