import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import type { Language } from '../../../shared/contract/language.ts';
import { formatOtherCurrencyNote, isInOtherCurrency } from '../../../shared/currency.ts';
import { addDiscounts, formatDiscountsNote, isCounting, NO_DISCOUNTS } from '../../../shared/discounts.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { OpenRow } from '../../components/data-table/open-row.ts';
import type { RowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ReplacedFrame } from '../../components/states/freshness.tsx';
import { useFormat, useLanguage } from '../../lib/language.ts';
import type { Grouping } from './discount-choices.ts';
import { createAmountCells, sumDiscounts } from './discount-columns.tsx';
import type { DiscountRow } from './discount-groups.ts';
import styles from './discounts-page.module.css';

/** The key for storing the columns of the list. */
export const TABLE_ID = 'discount-orders';

interface DiscountsTableProps {
  readonly columns: readonly TableColumn<DiscountOrder>[];
  readonly source: RowSource<DiscountRow>;
  readonly opened: OpenRow<DiscountRow>;
  /** The orders of the list, including those of folded groups. */
  readonly orders: readonly DiscountOrder[];
  /** Negative discounts that are not in the list. */
  readonly withoutNegative: readonly DiscountOrder[];
  readonly grouping: Grouping | null;
  /** The orders belong to the previous choice while the new ones are read. */
  readonly isReplaced: boolean;
  readonly isLoading: boolean;
  readonly listKey: string;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly placeholder: ReactNode;
  readonly onToggle: (groupKey: string) => void;
}

/** Enter or a click opens an order or folds a group. */
export function DiscountsTable(props: DiscountsTableProps) {
  const { columns, source, opened, orders, withoutNegative, grouping, isReplaced, onToggle, ...state } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const totals = useMemo(
    () => ({ order_number: t('terms.total'), ...createAmountCells(sumDiscounts(orders), format) }),
    [orders, t, format],
  );
  const totalsNote = useMemo(() => formatNote(orders, withoutNegative, language), [orders, withoutNegative, language]);
  const tableColumns = useMemo(
    () => createRowColumns(columns, { format, grouping, onToggle }),
    [columns, format, grouping, onToggle],
  );

  function open(index: number) {
    const row = source.getRow(index);
    if (row?.kind === 'group') onToggle(row.group.key);
    else opened.open(index);
  }

  return (
    <ReplacedFrame isReplaced={isReplaced}>
      <DataTable
        tableId={TABLE_ID}
        label={t('discounts.title')}
        columns={tableColumns}
        rows={source}
        rowEmphasis={getEmphasis}
        totals={totals}
        totalsNote={totalsNote}
        openIndex={opened.index}
        scrollPosition={opened.scrollPosition}
        onOpen={open}
        {...state}
      />
    </ReplacedFrame>
  );
}

function formatNote(
  orders: readonly DiscountOrder[],
  withoutNegative: readonly DiscountOrder[],
  language: Language,
): string | undefined {
  const isSummed = (order: DiscountOrder) => !isInOtherCurrency(order);
  const sumSummed = (those: readonly DiscountOrder[]) => addDiscounts(NO_DISCOUNTS, those.filter(isSummed));
  const uncounted = sumSummed(orders.filter((order) => !isCounting(order)));
  const counted = sumSummed([...orders, ...withoutNegative].filter(isCounting));
  const notes = [
    formatDiscountsNote({ leftOut: sumSummed(withoutNegative), uncounted, counted }, language),
    formatOtherCurrencyNote(orders.filter(isInOtherCurrency).length, language),
  ];
  return notes.filter((note) => note !== null).join(' ') || undefined;
}

function getEmphasis({ kind }: DiscountRow): 'group' | undefined {
  return kind === 'group' ? 'group' : undefined;
}

/** Room for the name of a group and the number of orders. */
const TITLE_WIDTH_PX = 230;

const TITLE_COLUMN = 'order_number';

/** The column that would repeat the title of the group in every row. */
const REPEATED_COLUMNS: Readonly<Record<Grouping, string | null>> = {
  shop: 'shop',
  location: null,
  day: null,
  customer: 'customer_name',
};

interface GroupedTable {
  readonly format: NumberFormat;
  readonly grouping: Grouping | null;
  readonly onToggle: (key: string) => void;
}

type GroupRow = Extract<DiscountRow, { kind: 'group' }>;

/** The columns for rows that may be groups, which have a title and subtotals. */
function createRowColumns(
  columns: readonly TableColumn<DiscountOrder>[],
  { format, grouping, onToggle }: GroupedTable,
): readonly TableColumn<DiscountRow>[] {
  const renderGroupCell = ({ group, isFolded }: GroupRow, id: string): ReactNode =>
    id === TITLE_COLUMN ? (
      <GroupTitle group={group} isFolded={isFolded} onToggle={onToggle} />
    ) : (
      createAmountCells(group.sums, format)[id]
    );
  const visible = grouping === null ? columns : columns.filter(({ id }) => id !== REPEATED_COLUMNS[grouping]);
  return visible.map(({ cell, rowName, copied, figure, onFilter, filterText, ...column }) => ({
    ...column,
    ...(grouping !== null && column.id === TITLE_COLUMN && getTitleLayout(grouping)),
    cell: (row) => (row.kind === 'group' ? renderGroupCell(row, column.id) : cell(row.order)),
    // A group is named by its title and number of orders.
    ...(rowName && { rowName: (row) => (row.kind === 'group' ? undefined : rowName(row.order)) }),
    // Groups are never copied.
    ...(copied && { copied: (row) => (row.kind === 'group' ? null : copied(row.order)) }),
    ...(figure && { figure: (row) => (row.kind === 'group' ? null : figure(row.order)) }),
    ...(onFilter && { onFilter: (row) => row.kind === 'order' && onFilter(row.order) }),
    ...(filterText && { filterText: (row) => (row.kind === 'order' ? filterText(row.order) : '') }),
  }));
}

/** If grouped by shop, the title takes the width of the removed shop column. */
function getTitleLayout(grouping: Grouping) {
  return { widthPx: TITLE_WIDTH_PX, ...(grouping === 'shop' && { grows: true }) };
}

/** The name of a group with its number of orders. With the keyboard, Enter on the row folds it. */
function GroupTitle({
  group: { key, title, orders },
  isFolded,
  onToggle,
}: Pick<GroupRow, 'group' | 'isFolded'> & Pick<GroupedTable, 'onToggle'>) {
  const { t } = useTranslation();
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <span className={styles.title}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.fold}
        aria-expanded={!isFolded}
        aria-label={t(isFolded ? 'discounts.unfold' : 'discounts.fold', { title })}
        onClick={() => onToggle(key)}
      >
        <Chevron size={15} aria-hidden />
      </button>
      <span className={styles.name} title={title}>
        {title}
      </span>
      <span className={styles.count}>{t('orders.count', { count: orders.length })}</span>
    </span>
  );
}
