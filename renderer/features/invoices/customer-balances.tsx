import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { debtors } from '../../../shared/datasets/declarations.ts';
import {
  DEBTOR_AMOUNTS,
  type Debtor,
  type DebtorSort,
  formatDebtorName,
  sortDebtors,
  sumDebtors,
} from '../../../shared/debtors.ts';
import { AGES } from '../../../shared/invoice-ages.ts';
import { sumOf, toEuros } from '../../../shared/money.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { createRowSource } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { AmountText } from '../../components/figures.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { allInvoicesQuery, type SelectedInvoices } from './queries.ts';

export const BALANCES_TABLE_ID = 'customer-balances';

/** The customers with open invoices among the selected ones. Reads nothing unless `isWanted`. */
export function useCustomerBalances(selected: SelectedInvoices, day: CalendarDate, isWanted: boolean) {
  const query = useQuery({ ...allInvoicesQuery(selected), enabled: isWanted });
  const { data } = query;
  return {
    /** `undefined` until they are read. */
    balances: useMemo(() => (data?.invoices ? sumDebtors(data.invoices, day) : undefined), [data, day]),
    /** The number of invoices, if there are too many to sum. */
    tooMany: data?.invoices === null ? data.total : undefined,
    isLoading: query.isPending,
    isReplaced: query.isPlaceholderData,
    isFetching: query.isFetching,
    error: data ? null : query.error,
    isError: query.isRefetchError,
    dataUpdatedAt: query.dataUpdatedAt,
  };
}

interface CustomerBalancesProps extends Pick<ReturnType<typeof useCustomerBalances>, 'balances' | 'tooMany'> {
  readonly columns: readonly TableColumn<Debtor>[];
  readonly listKey: string;
  readonly isLoading: boolean;
  readonly sort: DebtorSort;
  readonly onSort: (sort: string | undefined) => void;
  readonly onOpen: (customerId: number) => void;
  /** Shown if there are no rows. */
  readonly placeholder: ReactNode;
}

/** One row per customer, which opens the customer's invoices. */
export function CustomerBalances({ balances, tooMany, onOpen, placeholder, ...table }: CustomerBalancesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const source = useMemo(
    () => createRowSource(sortDebtors(balances ?? [], table.sort), ({ customer_id }) => customer_id ?? 'unknown'),
    [balances, table.sort],
  );
  const totals = balances && {
    customer_name: t('terms.total'),
    invoices: format.quantity(balances.reduce((sum, { invoices }) => sum + invoices, 0)),
    ...Object.fromEntries(
      DEBTOR_AMOUNTS.map((id) => [id, format.amount(toEuros(sumOf(balances, (balance) => balance[id])))]),
    ),
  };
  return (
    <DataTable
      {...table}
      tableId={BALANCES_TABLE_ID}
      label={t('figures.balances.title')}
      rows={source}
      totals={totals}
      onOpen={(index) => {
        // Invoices of unknown customers have no separate list.
        const id = source.getRow(index)?.customer_id ?? null;
        if (id !== null) onOpen(id);
      }}
      placeholder={
        tooMany === undefined ? placeholder : <EmptyPanel title={t('figures.balances.tooMany', { count: tooMany })} />
      }
    />
  );
}

/** The columns of the view. The ids and headings are those of the debtor list. */
export function useBalanceColumns(): readonly TableColumn<Debtor>[] {
  const format = useFormat();
  const language = useLanguage();
  const headings = useHeadings(debtors);
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof debtors>, widthPx: number) =>
      ({ id, header: headings[id], widthPx, sortId: id }) as const;
    const createAmountColumn = (id: (typeof DEBTOR_AMOUNTS)[number], widthPx = 112): TableColumn<Debtor> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      cell: (debtor) => <AmountText value={toEuros(debtor[id])} />,
      copied: (debtor) => format.amount(toEuros(debtor[id])),
      figure: (debtor) => toEuros(debtor[id]),
    });
    const createQuantityColumn = (id: 'invoices' | 'oldest', widthPx: number): TableColumn<Debtor> => ({
      ...header(id, widthPx),
      kind: 'quantity',
      cell: (debtor) => format.quantity(debtor[id]),
      copied: (debtor) => debtor[id],
    });
    return [
      {
        ...header('customer_name', 236),
        minWidthPx: 236,
        kind: 'text',
        grows: true,
        hideable: false,
        cell: (debtor) => formatDebtorName(debtor, language),
      },
      {
        // Distinguishes customers with the same name.
        ...header('customer_id', 112),
        yields: 1,
        kind: 'text',
        cell: ({ customer_id }) => (customer_id === null ? null : String(customer_id)),
      },
      { ...createQuantityColumn('invoices', 84), yields: 2, figure: ({ invoices }) => invoices },
      { ...header('date_oldest', 112), kind: 'moment', cell: ({ date_oldest }) => format.day(date_oldest) },
      { ...createQuantityColumn('oldest', 92), hiddenAtFirst: true },
      ...AGES.map(({ name }) => createAmountColumn(name)),
      { ...createAmountColumn('total', 128), minWidthPx: 116 },
    ];
  }, [format, language, headings]);
}
