import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import {
  COUNTING_STATUSES,
  listOrders,
  ORDERS_CAP,
  type Order,
  type OrderSums,
} from '../../../shared/contract/orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { openInvoices } from '../../../shared/datasets/declarations.ts';
import { AGES, daysOfAge, daysOpen, type InvoiceAge, OVERDUE } from '../../../shared/invoice-ages.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { useVisibleColumns } from '../../components/data-table/column-state.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useOpenRow } from '../../components/data-table/open-row.ts';
import { type PagedList, usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { useChosenLocation } from '../../components/filters/chosen-shop.ts';
import { CustomerChip } from '../../components/filters/customer-chip.tsx';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { LocationFilter } from '../../components/filters/place-filter.tsx';
import { OrderDrawer } from '../../components/order/order-drawer.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { useShopCell } from '../../components/shop-name.tsx';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { LookupNotice, ReplacedFrame } from '../../components/states/freshness.tsx';
import { QueryAsOf, QueryFailure } from '../../components/states/query-states.tsx';
import { choiceField, idField, idsField } from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useFormat, useHeadings } from '../../lib/language.ts';
import styles from './invoices-page.module.css';

const TABLE_ID = 'invoices';

/** The ages that can be chosen. */
const CHOICES = [...AGES, OVERDUE] as const;

type AgeName = InvoiceAge['name'];

/** Every order on account that is not paid, since the first order of the account, the oldest first. */
export function InvoicesPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.invoices')}>
      <Invoices />
    </DefaultShopGate>
  );
}

function Invoices() {
  const { t } = useTranslation();
  const format = useFormat();
  const today = useToday();
  const [{ location_id, customer_id, age, sort = OLDEST_FIRST }, change] = usePageState(FIELDS);
  const location = useChosenLocation(location_id);
  useOfferChoices(writeState(FIELDS, { location_id: location.ids }));
  const locationIds = location.ids ?? undefined;
  const customerId = customer_id ?? undefined;
  const of = useMemo(() => ({ location_id: locationIds, customer_id: customerId }), [locationIds, customerId]);
  const search = useMemo(() => ({ ...searchOf(today, of, age), sort: API_SORTS[sort] }), [today, of, age, sort]);
  const rows = usePagedRows(invoicesList, search);
  const { source, isReplaced } = rows;
  const columns = useInvoiceColumns(today);
  const visible = useVisibleColumns(TABLE_ID, columns);
  // These make an order an open invoice.
  const { status: _status, payment_term: _term, is_paid: _paid, ...fileFilters } = search;
  const sums = isReplaced ? undefined : (rows.sums ?? undefined);
  const listKey = JSON.stringify(rows.visibleSearch);
  const opened = useOpenRow(source, listKey);
  const clearFilters =
    location.ids === null && customerId === undefined && age === undefined
      ? undefined
      : () => change({ location_id: location.choiceOf(null), customer_id: undefined, age: undefined });

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.invoices')}
          actions={<ExportButton dataset="open-invoices" filters={fileFilters} columns={visible} />}
        />
      }
      filters={
        <>
          <FilterBar
            count={
              rows.isLoading || rows.error || isReplaced
                ? undefined
                : t('figures.invoices', { count: source.rowCount, text: format.quantity(source.rowCount) })
            }
            onClear={clearFilters}
            trailing={
              <>
                <QueryAsOf query={rows} />
                <ColumnChooser tableId={TABLE_ID} columns={columns} />
              </>
            }
          >
            {customerId !== undefined && (
              <CustomerChip id={customerId} onRemove={() => change({ customer_id: undefined })} />
            )}
            <LocationFilter ids={location.ids} onChoose={(ids) => change({ location_id: location.choiceOf(ids) })} />
          </FilterBar>
          <AgeBoxes today={today} of={of} chosen={age} onChoose={(next) => change({ age: next })} />
        </>
      }
      drawer={
        opened.row && (
          <OrderDrawer
            id={opened.row.id}
            number={opened.row.order_number}
            listed={opened.row}
            onClose={opened.close}
            onStep={opened.step}
            onLeave={opened.leave}
          />
        )
      }
    >
      <LookupNotice />
      <ReplacedFrame isReplaced={isReplaced}>
        <DataTable
          tableId={TABLE_ID}
          label={t('shell.invoices')}
          columns={columns}
          rows={source}
          listKey={listKey}
          isLoading={rows.isLoading}
          sort={sort}
          onSort={(next) => change({ sort: chosenSort(next, sort) })}
          openIndex={opened.index}
          place={opened.place}
          onOpen={opened.open}
          totals={
            sums && {
              order_number: t('terms.total'),
              value_wt: format.amount(sums.value_wt),
              value_ex_wt: format.amount(sums.value_ex_wt),
            }
          }
          placeholder={
            rows.error ? (
              <QueryFailure query={rows} stillUsable={t('figures.stillUsable')} onClearFilters={clearFilters} />
            ) : (
              <EmptyPanel
                title={t('figures.noInvoices')}
                reason={t(clearFilters ? 'figures.noInvoicesByFilters' : 'figures.noInvoicesReason')}
                {...(clearFilters && { action: { label: t('states.clearFilters'), onClick: clearFilters } })}
              />
            )
          }
        />
      </ReplacedFrame>
    </Page>
  );
}

/** The sorts of the page as those of the API: an older invoice has been open for longer. */
const API_SORTS = {
  date_purchased: 'date_purchased',
  '-date_purchased': '-date_purchased',
  age: '-date_purchased',
  '-age': 'date_purchased',
  value_wt: 'value_wt',
  '-value_wt': '-value_wt',
  value_ex_wt: 'value_ex_wt',
  '-value_ex_wt': '-value_ex_wt',
  customer_name: 'customer_name',
  '-customer_name': '-customer_name',
  shop: 'shop',
  '-shop': '-shop',
} as const;

type Sort = keyof typeof API_SORTS;

const SORTS = Object.keys(API_SORTS) as Sort[];

const OLDEST_FIRST = 'date_purchased';

const FIELDS = {
  location_id: idsField,
  customer_id: idField,
  age: choiceField(CHOICES.map(({ name }) => name)),
  sort: choiceField(SORTS),
};

/** After the oldest first come the newest: otherwise the header of the dates would change nothing. */
function chosenSort(next: string | undefined, now: Sort): Sort | undefined {
  if (next === undefined) return now === OLDEST_FIRST ? '-date_purchased' : undefined;
  return FIELDS.sort.read(next);
}

const UNPAID = { payment_term: 'invoice', is_paid: false } as const;

/** Whose invoices the page has; undefined for all. */
interface InvoicesOf {
  readonly location_id: number[] | undefined;
  readonly customer_id: number | undefined;
}

/** The invoices of an age, by the days on which they were sold; undefined for all since the first day. */
function searchOf(today: CalendarDate, of: InvoicesOf, age: AgeName | undefined) {
  const days = daysOfAge(CHOICES.find(({ name }) => name === age) ?? { from: 0, to: null }, today);
  return { ...days, ...of, status: [...COUNTING_STATUSES], ...UNPAID };
}

type InvoiceSearch = ReturnType<typeof searchOf> & { readonly sort: (typeof API_SORTS)[Sort] };

const invoicesList: PagedList<InvoiceSearch, Order, OrderSums | null> = {
  key: ['invoices'],
  follows: ['orders'],
  pageSize: ORDERS_CAP,
  rowId: ({ id }) => id,
  readPage: (search, page, signal) => readApi(listOrders, { query: { ...search, ...page }, signal }),
};

/** How many invoices there are of an age, and their sums. */
function ageQuery(search: ReturnType<typeof searchOf>) {
  return {
    queryKey: ['invoices', 'age', search],
    meta: { follows: ['orders'] as const },
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { total, sums } = await readApi(listOrders, { query: { ...search, limit: 1 }, signal });
      return { total, sums };
    },
  };
}

/** The columns of the list; ids and headings are those of the export. */
function useInvoiceColumns(today: CalendarDate): readonly TableColumn<Order>[] {
  const format = useFormat();
  const headings = useHeadings(openInvoices);
  const shopCell = useShopCell();
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof openInvoices>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const ageOf = (order: Order) => daysOpen(order, today);
    return [
      { ...header('order_number', 132), kind: 'text', hideable: false, cell: (order) => order.order_number },
      {
        ...header('date_purchased', 150),
        kind: 'moment',
        sortId: 'date_purchased',
        cell: (order) => format.moment(order.date_purchased),
      },
      {
        ...header('age', 110),
        kind: 'quantity',
        sortId: 'age',
        cell: (order) => format.quantity(ageOf(order)),
        copied: ageOf,
      },
      {
        ...header('value_wt', 152),
        unit: '€',
        kind: 'amount',
        sortId: 'value_wt',
        cell: (order) => format.amount(order.value_wt),
        figure: (order) => order.value_wt,
      },
      {
        ...header('value_ex_wt', 140),
        unit: '€',
        kind: 'amount',
        sortId: 'value_ex_wt',
        cell: (order) => format.amount(order.value_ex_wt),
        figure: (order) => order.value_ex_wt,
      },
      { ...header('customer_name', 200), kind: 'text', sortId: 'customer_name', cell: (order) => order.customer_name },
      { ...header('customer_email', 220), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
      { ...header('shop', 150), kind: 'text', grows: true, sortId: 'shop', cell: (order) => shopCell(order.shop_id) },
    ];
  }, [format, headings, shopCell, today]);
}

interface AgeBoxesProps {
  readonly today: CalendarDate;
  readonly of: InvoicesOf;
  readonly chosen: AgeName | undefined;
  readonly onChoose: (age: AgeName | undefined) => void;
}

/** How much has been open for how long, including VAT, and how many invoices: each box lists its own. */
function AgeBoxes({ chosen, onChoose, ...props }: AgeBoxesProps) {
  const { t } = useTranslation();
  const box = (age: AgeName | undefined) => (
    <AgeBox
      key={age ?? 'all'}
      age={age}
      isChosen={age === chosen}
      // A second press takes the filter off.
      onChoose={() => onChoose(age === chosen ? undefined : age)}
      {...props}
    />
  );
  return (
    <section className={styles.ages} aria-label={t('figures.ages.title')}>
      {box(undefined)}
      {CHOICES.map(({ name }) => box(name))}
    </section>
  );
}

interface AgeBoxProps extends Pick<AgeBoxesProps, 'today' | 'of'> {
  readonly age: AgeName | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AgeBox({ age, today, of, isChosen, onChoose }: AgeBoxProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isError } = useQuery(ageQuery(searchOf(today, of, age)));
  const unread = isError ? t('overview.periods.unread') : '…';
  return (
    <UnstyledButton className={styles.age ?? ''} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.ageName}>{t(`figures.ages.${age ?? 'all'}`)}</span>
      <span className={styles.ageSum}>{data ? format.money(data.sums?.value_wt ?? null) : unread}</span>
      <span className={styles.ageName}>
        {data && t('figures.invoices', { count: data.total, text: format.quantity(data.total) })}
      </span>
    </UnstyledButton>
  );
}
