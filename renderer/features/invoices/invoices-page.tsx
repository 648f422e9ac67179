import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type CalendarDate, daysBetween } from '../../../shared/calendar.ts';
import { listOrderItems } from '../../../shared/contract/order-rows.ts';
import { COUNTING_STATUSES, listOrders, ORDERS_CAP, type Order } from '../../../shared/contract/orders.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { FIRST_DAY, type Period } from '../../../shared/periods.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { useVisibleColumns } from '../../components/data-table/column-state.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { type PagedList, usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButton } from '../../components/exports/export-button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { useChosenLocation } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { LocationFilter } from '../../components/filters/place-filter.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { LookupNotice, ReplacedFrame } from '../../components/states/freshness.tsx';
import { QueryAsOf, QueryFailure } from '../../components/states/query-states.tsx';
import { orderAddress } from '../../lib/address/address.ts';
import { choiceField, idsField } from '../../lib/address/fields.ts';
import { useGoTo, useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useFormat, useHeadings } from '../../lib/language.ts';
import { useShopTitle } from '../../lib/queries/shops.ts';
import styles from './invoices-page.module.css';

const TABLE_ID = 'invoices';

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
  const goTo = useGoTo();
  const today = useToday();
  const [{ location_id, sort = OLDEST_FIRST }, change] = usePageState(FIELDS);
  const location = useChosenLocation(location_id);
  useOfferChoices(writeState(FIELDS, { location_id: location.ids }));
  const locationIds = location.ids ?? undefined;
  const search = useMemo(() => searchOf(today, locationIds, sort), [today, locationIds, sort]);
  const rows = usePagedRows(invoicesList, search);
  const { source, isReplaced } = rows;
  const columns = useInvoiceColumns(today);
  const visible = useVisibleColumns(TABLE_ID, columns);
  const sums = useQuery(sumsQuery({ from: FIRST_DAY, to: today }, locationIds)).data;
  const clearFilters = location.ids === null ? undefined : () => change({ location_id: location.choiceOf(null) });

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.invoices')}
          actions={<ExportButton dataset="orders" filters={search} columns={visible.filter((id) => id !== AGE)} />}
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
            <LocationFilter ids={location.ids} onChoose={(ids) => change({ location_id: location.choiceOf(ids) })} />
          </FilterBar>
          <AgeSums today={today} locationIds={locationIds} />
        </>
      }
    >
      <LookupNotice />
      <ReplacedFrame isReplaced={isReplaced}>
        <DataTable
          tableId={TABLE_ID}
          label={t('shell.invoices')}
          columns={columns}
          rows={source}
          listKey={JSON.stringify(rows.visibleSearch)}
          isLoading={rows.isLoading}
          sort={sort}
          onSort={(next) => change({ sort: chosenSort(next, sort) })}
          onOpen={open}
          totals={
            sums && {
              order_number: t('terms.total'),
              value_wt: format.amount(sums.value_wt),
              value_ex_wt: format.amount(sums.value),
            }
          }
          placeholder={
            rows.error ? (
              <QueryFailure query={rows} stillUsable={t('figures.stillUsable')} onClearFilters={clearFilters} />
            ) : (
              <EmptyPanel title={t('figures.noInvoices')} reason={t('figures.noInvoicesReason')} />
            )
          }
        />
      </ReplacedFrame>
    </Page>
  );

  function open(index: number): void {
    const order = source.rowAt(index);
    if (order) goTo(orderAddress(order.id));
  }
}

const SORTS = ['date_purchased', '-date_purchased', 'value_wt', '-value_wt'] as const;

type Sort = (typeof SORTS)[number];

const OLDEST_FIRST = 'date_purchased';

const FIELDS = { location_id: idsField, sort: choiceField(SORTS) };

/** After the oldest first come the newest: otherwise the header of the dates would change nothing. */
function chosenSort(next: string | undefined, now: Sort): Sort | undefined {
  if (next === undefined) return now === OLDEST_FIRST ? '-date_purchased' : undefined;
  return FIELDS.sort.read(next);
}

const UNPAID = { payment_term: 'invoice', is_paid: false } as const;

function searchOf(today: CalendarDate, location_id: number[] | undefined, sort: Sort) {
  return { from: FIRST_DAY, to: today, location_id, status: [...COUNTING_STATUSES], ...UNPAID, sort };
}

type InvoiceSearch = ReturnType<typeof searchOf>;

const invoicesList: PagedList<InvoiceSearch, Order> = {
  key: ['invoices'],
  follows: ['orders'],
  pageSize: ORDERS_CAP,
  rowId: ({ id }) => id,
  async readPage(search, page, signal) {
    const { total, data } = await readApi(listOrders, { query: { ...search, ...page }, signal });
    return { total, data, sums: null };
  },
};

/** The sums of the items of unpaid invoices, which are those of the invoices. */
function sumsQuery({ from, to }: Period, location_id: number[] | undefined) {
  return {
    queryKey: ['invoices', 'sums', { from, to, location_id }],
    meta: { follows: ['orders'] as const },
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
      const { sums } = await readApi(listOrderItems, { query: { from, to, location_id, ...UNPAID, limit: 1 }, signal });
      return sums;
    },
  };
}

const AGE = 'age';

/** The columns of the list; ids and headings are those of the export, but for the age. */
function useInvoiceColumns(today: CalendarDate): readonly TableColumn<Order>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(orders);
  const shopTitle = useShopTitle();
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof orders>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const ageOf = (order: Order) => daysBetween(order.date_purchased.slice(0, 10), today);
    return [
      { ...header('order_number', 132), kind: 'text', hideable: false, cell: (order) => order.order_number },
      {
        ...header('date_purchased', 150),
        kind: 'moment',
        sortId: 'date_purchased',
        cell: (order) => format.moment(order.date_purchased),
      },
      {
        id: AGE,
        header: t('figures.age'),
        widthPx: 110,
        kind: 'quantity',
        cell: (order) => format.quantity(ageOf(order)),
        copied: ageOf,
      },
      {
        ...header('value_wt', 152),
        unit: '€',
        kind: 'amount',
        sortId: 'value_wt',
        cell: (order) => format.amount(order.value_wt),
      },
      {
        ...header('value_ex_wt', 140),
        unit: '€',
        kind: 'amount',
        cell: (order) => format.amount(order.value_ex_wt),
      },
      { ...header('customer_name', 200), kind: 'text', cell: (order) => order.customer_name },
      { ...header('customer_email', 220), kind: 'text', hiddenAtFirst: true, cell: (order) => order.customer_email },
      { ...header('shop', 150), kind: 'text', grows: true, cell: (order) => shopTitle(order.shop_id) },
    ];
  }, [t, format, headings, shopTitle, today]);
}

/** Days since the purchase: up to 30, 60 and 90, and longer. */
const AGES = [
  { name: 'to30', from: 0, to: 30 },
  { name: 'to60', from: 31, to: 60 },
  { name: 'to90', from: 61, to: 90 },
  { name: 'over90', from: 91, to: null },
] as const;

interface AgeSumsProps {
  readonly today: CalendarDate;
  readonly locationIds: number[] | undefined;
}

/** How much has been open for how long, including VAT. */
function AgeSums(props: AgeSumsProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className={styles.ages} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.agesTitle}>
        {t('figures.ages.title')}
      </h2>
      <FactList
        layout="row"
        facts={AGES.map((age) => [t(`figures.ages.${age.name}`), <AgeSum key={age.name} age={age} {...props} />])}
      />
    </section>
  );
}

function AgeSum({ age, today, locationIds }: AgeSumsProps & { readonly age: (typeof AGES)[number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const period = { from: age.to === null ? FIRST_DAY : addDays(today, -age.to), to: addDays(today, -age.from) };
  const { data, isError } = useQuery(sumsQuery(period, locationIds));
  if (data) return format.money(data.value_wt);
  return isError ? t('overview.periods.unread') : '…';
}
