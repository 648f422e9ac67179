import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import { openInvoices } from '../../../shared/datasets/declarations.ts';
import { type AgeBracket, ageAfter, daysOpen } from '../../../shared/invoice-ages.ts';
import { type Amount, fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { rowsOf } from '../../components/data-table/row-source.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { AmountText } from '../../components/figures.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { allInvoicesQuery, type SelectedInvoices } from './queries.ts';

export const BALANCES_TABLE_ID = 'customer-balances';

const AMOUNTS = ['to30', 'to60', 'to90', 'over90', 'total'] as const satisfies readonly (AgeBracket | 'total')[];

type BalanceAmount = (typeof AMOUNTS)[number];

/** The open invoices of a customer; their amounts include VAT. */
interface CustomerBalance extends Readonly<Record<BalanceAmount, Amount>> {
  /** Null for all unknown customers together, whose name is empty. */
  readonly id: number | null;
  readonly name: string;
  readonly invoices: number;
  /** Days since the purchase of the oldest. */
  readonly oldest: number;
}

const COLUMNS = ['customer', 'id', 'invoices', 'oldest', ...AMOUNTS] as const;

export const BALANCE_SORTS = COLUMNS.flatMap((id) => [id, `-${id}`] as const);

export type BalanceSort = (typeof BALANCE_SORTS)[number];

/** Every customer with open invoices among those selected; read only while that `isWanted`. */
export function useCustomerBalances(selected: SelectedInvoices, today: CalendarDate, isWanted: boolean) {
  const query = useQuery({ ...allInvoicesQuery(selected), enabled: isWanted });
  const { data } = query;
  return {
    /** Undefined while they are not read. */
    balances: useMemo(() => (data?.invoices ? balancesOf(data.invoices, today) : undefined), [data, today]),
    /** How many invoices there are, where these are too many to sum. */
    tooMany: data?.invoices === null ? data.total : undefined,
    isLoading: query.isPending,
    isReplaced: query.isPlaceholderData,
    isFetching: query.isFetching,
    error: data ? null : query.error,
    isError: query.isRefetchError,
    dataUpdatedAt: query.dataUpdatedAt,
  };
}

function balancesOf(invoices: readonly Order[], today: CalendarDate): readonly CustomerBalance[] {
  return [...Map.groupBy(invoices, ({ customer_id }) => customer_id)].map(([id, own]) => {
    const byAge = Map.groupBy(own, (invoice) => ageAfter(daysOpen(invoice, today)));
    const open = (age: AgeBracket) => sumOf(byAge.get(age) ?? [], ({ value_wt }) => fromEuros(value_wt));
    const ages = { to30: open('to30'), to60: open('to60'), to90: open('to90'), over90: open('over90') };
    return {
      id,
      name: id === null ? '' : own[0]?.customer_name || `#${id}`,
      invoices: own.length,
      oldest: Math.max(...own.map((invoice) => daysOpen(invoice, today))),
      ...ages,
      total: sumOf(Object.values(ages), (amount) => amount),
    };
  });
}

/** By a column, ties by name; by name unknown customers come last, as in the list of invoices. */
function sorted(balances: readonly CustomerBalance[], sort: BalanceSort, language: Language) {
  const names = new Intl.Collator(language, { numeric: true });
  const sign = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace('-', '') as (typeof COLUMNS)[number];
  const isUnknown = ({ id }: CustomerBalance) => Number(id === null);
  return balances.toSorted((one, other) => {
    const byName = isUnknown(one) - isUnknown(other) || sign * names.compare(one.name, other.name);
    return column === 'customer' ? byName : sign * ((one[column] ?? 0) - (other[column] ?? 0)) || byName;
  });
}

interface CustomerBalancesProps extends Pick<ReturnType<typeof useCustomerBalances>, 'balances' | 'tooMany'> {
  readonly columns: readonly TableColumn<CustomerBalance>[];
  readonly listKey: string;
  readonly isLoading: boolean;
  readonly sort: BalanceSort;
  readonly onSort: (sort: string | undefined) => void;
  readonly onOpen: (customerId: number) => void;
  /** In place of the rows where there are none. */
  readonly placeholder: ReactNode;
}

/** A row for each customer, which opens the invoices of that customer. */
export function CustomerBalances({ balances, tooMany, onOpen, placeholder, ...table }: CustomerBalancesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const source = useMemo(
    () => rowsOf(sorted(balances ?? [], table.sort, language), ({ id }) => id ?? 'unknown'),
    [balances, table.sort, language],
  );
  const totals = balances && {
    customer: t('terms.total'),
    invoices: format.quantity(balances.reduce((sum, { invoices }) => sum + invoices, 0)),
    ...Object.fromEntries(AMOUNTS.map((id) => [id, format.amount(toEuros(sumOf(balances, (balance) => balance[id])))])),
  };
  return (
    <DataTable
      {...table}
      tableId={BALANCES_TABLE_ID}
      label={t('figures.balances.title')}
      rows={source}
      totals={totals}
      onOpen={(index) => {
        // Invoices of unknown customers have no list of their own.
        const id = source.rowAt(index)?.id ?? null;
        if (id !== null) onOpen(id);
      }}
      placeholder={
        tooMany === undefined ? (
          placeholder
        ) : (
          <EmptyPanel title={t('figures.balances.tooMany', { text: format.quantity(tooMany) })} />
        )
      }
    />
  );
}

export function useBalanceColumns(): readonly TableColumn<CustomerBalance>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(openInvoices);
  return useMemo(() => {
    const header = (id: (typeof COLUMNS)[number], text: string, widthPx: number) =>
      ({ id, header: text, widthPx, sortId: id }) as const;
    const amount = (id: BalanceAmount, text: string): TableColumn<CustomerBalance> => ({
      ...header(id, text, 112),
      unit: '€',
      kind: 'amount',
      cell: (balance) => <AmountText value={toEuros(balance[id])} />,
      copied: (balance) => format.amount(toEuros(balance[id])),
      figure: (balance) => toEuros(balance[id]),
    });
    const quantity = (id: 'invoices' | 'oldest', widthPx: number): TableColumn<CustomerBalance> => ({
      ...header(id, t(`figures.balances.${id}`), widthPx),
      kind: 'quantity',
      cell: (balance) => format.quantity(balance[id]),
      copied: (balance) => balance[id],
    });
    return [
      {
        ...header('customer', headings.customer_name, 200),
        kind: 'text',
        grows: true,
        hideable: false,
        cell: ({ name }) => name || t('figures.balances.unknown'),
      },
      {
        // Tells customers of one name apart.
        ...header('id', headings.customer_id, 120),
        kind: 'quantity',
        hiddenAtFirst: true,
        cell: ({ id }) => (id === null ? null : String(id)),
      },
      { ...quantity('invoices', 84), figure: ({ invoices }) => invoices },
      quantity('oldest', 92),
      amount('to30', t('figures.ages.to30')),
      amount('to60', t('figures.ages.to60')),
      amount('to90', t('figures.ages.to90')),
      amount('over90', t('figures.ages.over90')),
      amount('total', t('figures.balances.total')),
    ];
  }, [t, format, headings]);
}
