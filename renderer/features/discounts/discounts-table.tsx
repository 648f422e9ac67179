import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { rowsOf } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ReplacedFrame } from '../../components/states/replaced-frame.tsx';
import { orderAddress } from '../../lib/address/address.ts';
import { useGoTo } from '../../lib/address/use-go-to.ts';
import { useFormat } from '../../lib/language.ts';
import type { Grouping } from './discount-fields.ts';
import { type DiscountRow, rowIdOf } from './discount-row.ts';
import { discountTotals } from './discount-totals.ts';
import { rowColumns } from './row-columns.tsx';

/** Key under which the columns of the list are remembered. */
export const TABLE_ID = 'discount-orders';

interface DiscountsTableProps {
  readonly columns: readonly TableColumn<DiscountOrder>[];
  readonly rows: readonly DiscountRow[];
  /** The orders that are shown, those of folded groups among them. */
  readonly orders: readonly DiscountOrder[];
  readonly grouping: Grouping | null;
  /** The orders are those of a choice made before; the ones of the present choice are on their way. */
  readonly isReplaced: boolean;
  readonly isLoading: boolean;
  readonly listKey: string;
  readonly placeholder: ReactNode;
  readonly onToggle: (groupKey: string) => void;
}

/** Enter or a click opens an order, and folds a group. */
export function DiscountsTable(props: DiscountsTableProps) {
  const { columns, rows, orders, grouping, isReplaced, onToggle, ...state } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const goTo = useGoTo();
  const source = useMemo(() => rowsOf(rows, rowIdOf), [rows]);
  const totals = useMemo(() => discountTotals(orders, t, format), [orders, t, format]);
  const shown = useMemo(
    () => rowColumns(columns, { format, grouping, onToggle }),
    [columns, format, grouping, onToggle],
  );

  function open(index: number) {
    const row = source.rowAt(index);
    if (row?.kind === 'group') onToggle(row.group.key);
    if (row?.kind === 'order') goTo(orderAddress(row.order.id));
  }

  return (
    <ReplacedFrame isReplaced={isReplaced}>
      <DataTable
        tableId={TABLE_ID}
        label={t('discounts.table')}
        columns={shown}
        rows={source}
        rowEmphasis={emphasisOf}
        totals={totals}
        onOpen={open}
        {...state}
      />
    </ReplacedFrame>
  );
}

function emphasisOf({ kind }: DiscountRow): 'group' | undefined {
  return kind === 'group' ? 'group' : undefined;
}
