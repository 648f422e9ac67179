import type { ReactNode } from 'react';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import type { NumberFormat } from '../../lib/number-format.ts';
import type { Grouping } from './discount-fields.ts';
import type { DiscountRow } from './discount-row.ts';
import { amountCells } from './discount-totals.ts';
import { GroupTitle } from './group-title.tsx';

/** Room for the name of a group and the number of its orders. */
const TITLE_WIDTH_PX = 230;
const TITLE_COLUMN = 'order_number';
/** The column that would say in each row what stands above the group. */
const SAID_BY_GROUP: Readonly<Record<Grouping, string | null>> = {
  shop: 'shop',
  day: null,
  customer: 'customer_name',
};

interface RowColumnParts {
  readonly format: NumberFormat;
  readonly grouping: Grouping | null;
  readonly onToggle: (key: string) => void;
}

type GroupRow = Extract<DiscountRow, { kind: 'group' }>;

/** The columns of the orders over lines that may be groups: these have their title first and their subtotals. */
export function rowColumns(
  columns: readonly TableColumn<DiscountOrder>[],
  { format, grouping, onToggle }: RowColumnParts,
): readonly TableColumn<DiscountRow>[] {
  const groupCell = ({ group, isFolded }: GroupRow, id: string): ReactNode =>
    id === TITLE_COLUMN ? (
      <GroupTitle group={group} isFolded={isFolded} onToggle={onToggle} />
    ) : (
      amountCells(group.sums, format)[id]
    );
  const told = grouping === null ? columns : columns.filter(({ id }) => id !== SAID_BY_GROUP[grouping]);
  return told.map(({ cell, copied, ...column }) => ({
    ...column,
    ...(grouping !== null && column.id === TITLE_COLUMN && titleForm(grouping)),
    cell: (row) => (row.kind === 'group' ? groupCell(row, column.id) : cell(row.order)),
    // Groups are never copied.
    ...(copied && { copied: (row) => (row.kind === 'group' ? null : copied(row.order)) }),
  }));
}

/** Grouped by shop, the title takes the room that the shops leave. */
function titleForm(grouping: Grouping) {
  return { widthPx: TITLE_WIDTH_PX, ...(grouping === 'shop' && { grows: true }) };
}
