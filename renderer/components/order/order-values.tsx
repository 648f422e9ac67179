import { useTranslation } from 'react-i18next';
import type { OrderRow } from '../../../shared/contract/orders.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { PlainTable } from '../data-table/plain-table.tsx';
import styles from './order.module.css';
import { useOrderAmounts } from './order-amounts.ts';

/** The amount of an order with and without VAT, and before the discount if there is one. */
export function OrderValues({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation();
  const { amount, heading } = useOrderAmounts(order);
  const getVat = ({ ex, wt }: ValueRow) => (ex === null || wt === null ? null : toEuros(fromEuros(wt) - fromEuros(ex)));
  const discount = { ex: order.discount_value_ex_wt, wt: order.discount_value_wt };
  const value = { ex: order.value_ex_wt, wt: order.value_wt };
  const before = { ex: sumOrNull(value.ex, discount.ex), wt: sumOrNull(value.wt, discount.wt) };
  const rows: readonly ValueRow[] =
    discount.wt === 0 && discount.ex === 0
      ? [{ name: 'value', ...value }]
      : [
          { name: 'before', ...before },
          {
            name: (discount.wt ?? 0) < 0 ? 'takenBack' : 'discount',
            ex: negate(discount.ex),
            wt: negate(discount.wt),
          },
          { name: 'after', ...value },
        ];
  return (
    <PlainTable
      label={t('orders.values.title')}
      className={styles.table}
      columns={[
        { id: 'name', header: '', kind: 'text', isRowHeading: true, cell: ({ name }) => t(`orders.values.${name}`) },
        { id: 'ex', header: heading(t('orders.values.ex')), cell: ({ ex }) => amount(ex) },
        { id: 'vat', header: heading(t('orders.values.vat')), cell: (row) => amount(getVat(row)) },
        { id: 'wt', header: heading(t('orders.values.wt')), cell: ({ wt }) => amount(wt) },
      ]}
      rows={rows}
      getRowKey={({ name }) => name}
    />
  );
}

/** In euros; `null` if an amount is not known. */
function sumOrNull(one: number, other: number | null): number | null {
  return other === null ? null : toEuros(fromEuros(one) + fromEuros(other));
}

function negate(euros: number | null): number | null {
  return euros === null ? null : -euros;
}

interface ValueRow {
  readonly name: 'value' | 'before' | 'discount' | 'takenBack' | 'after';
  readonly ex: number | null;
  readonly wt: number | null;
}
