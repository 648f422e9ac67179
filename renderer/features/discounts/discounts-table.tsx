import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { rowsOf } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { useFormat } from '../../lib/language.ts';
import { discountTotals } from './discount-totals.ts';
import styles from './discounts-table.module.css';

/** Key under which the columns of the list are remembered. */
export const TABLE_ID = 'discount-orders';
const NO_ORDERS: readonly DiscountOrder[] = [];

interface DiscountsTableProps {
  readonly columns: readonly TableColumn<DiscountOrder>[];
  /** Undefined while none are read. */
  readonly orders: readonly DiscountOrder[] | undefined;
  /** The orders are those of a choice made before; the ones of the present choice are on their way. */
  readonly isReplaced: boolean;
  readonly isLoading: boolean;
  readonly placeholder: ReactNode;
  readonly onOpen: (order: DiscountOrder) => void;
}

export function DiscountsTable({
  columns,
  orders = NO_ORDERS,
  isReplaced,
  onOpen,
  ...state
}: DiscountsTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const rows = useMemo(() => rowsOf(orders), [orders]);
  const totals = useMemo(() => discountTotals(orders, t, format), [orders, t, format]);

  function open(index: number) {
    const order = rows.rowAt(index);
    if (order) onOpen(order);
  }

  return (
    <div className={styles.frame} data-replaced={isReplaced || undefined} aria-busy={isReplaced}>
      <DataTable
        tableId={TABLE_ID}
        label={t('discounts.table')}
        columns={columns}
        rows={rows}
        totals={totals}
        onOpen={open}
        opensOnClick={false}
        {...state}
      />
    </div>
  );
}
