import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { listOrders, type Order } from '../../../shared/contract/orders.ts';
import { formatOtherCurrencyNote, isInOtherCurrency } from '../../../shared/currency.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { openInvoices } from '../../../shared/datasets/declarations.ts';
import { DEBTOR_SORTS, DEFAULT_DEBTOR_SORT } from '../../../shared/debtors.ts';
import { countDaysOpen } from '../../../shared/invoice-ages.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { useVisibleColumns } from '../../components/data-table/column-state.ts';
import { usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import type { ExportChoice } from '../../components/exports/export-forms.ts';
import { EVERYWHERE, isEverywhere, toSavedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { CustomerChip } from '../../components/filters/customer-chip.tsx';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar, PrintedFilter } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { ListPlaceholder, ListTable, useListView } from '../../components/list/list-view.tsx';
import { getNextSort } from '../../components/list/next-sort.ts';
import { OrderDrawer } from '../../components/order/order-drawer.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { DayPicker } from '../../components/period-picker/period-picker.tsx';
import { useShopColumn } from '../../components/shop-name.tsx';
import { LookupNotice, ReplacedFrame } from '../../components/states/freshness.tsx';
import { QueryAsOf } from '../../components/states/query-states.tsx';
import { createChoiceField, dayField, idField, idsField, searchField } from '../../lib/address/fields.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useIsPrinting } from '../../lib/print.ts';
import { toPlaceFilters } from '../../lib/queries/shops.ts';
import { BALANCES_TABLE_ID, CustomerBalances, useBalanceColumns, useCustomerBalances } from './customer-balances.tsx';
import styles from './invoices-page.module.css';
import { AgeBoxes, Balance } from './open-amounts.tsx';
import { AGE_CHOICES, ageQuery, createSearch, invoicesList } from './queries.ts';

/** The orders on account that are unpaid at the end of a day, the oldest first, or summed by customer. */
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
  const language = useLanguage();
  const headings = useHeadings(openInvoices);
  const today = useToday();
  const [{ as_of, location_id, shop_id, customer_id, q: term, age, group_by, sort: chosen }, change] =
    usePageState(FIELDS);
  const isPrinting = useIsPrinting();
  const past = as_of !== undefined && as_of < today ? as_of : undefined;
  const day = past ?? today;
  const isByCustomer = group_by === 'customer';
  const sort = SORTS.find((known) => known === chosen) ?? OLDEST_FIRST;
  const balanceSort = DEBTOR_SORTS.find((known) => known === chosen) ?? DEFAULT_DEBTOR_SORT;
  const place = useReportPlace({ location_id, shop_id });
  const { shopIds, locationIds } = place;
  useOfferChoices(writeState(FIELDS, toSavedPlace(place)));
  const customerId = customer_id ?? undefined;
  const q = term || undefined;
  const of = useMemo(
    () => ({ ...toPlaceFilters({ shopIds, locationIds }), customer_id: customerId, q, as_of: past }),
    [shopIds, locationIds, customerId, q, past],
  );
  const selected = useMemo(() => createSearch(day, of, age), [day, of, age]);
  const search = useMemo(() => ({ ...selected, sort: API_SORTS[sort] }), [selected, sort]);
  const list = usePagedRows(invoicesList, search, !isByCustomer);
  const byCustomer = useCustomerBalances(selected, day, isByCustomer);
  const reading = isByCustomer ? { ...byCustomer, refetch: list.refetch } : list;
  const balanceColumns = useBalanceColumns();
  const columns = useInvoiceColumns(day, past !== undefined, {
    shop: (id) => change(place.toChoices({ shopIds: [id], locationIds: null })),
    customer: (id) => change({ customer_id: id }),
  });
  const view = useListView({ tableId: 'invoices', endpoint: listOrders, columns, rows: list });
  const visibleBalances = useVisibleColumns(BALANCES_TABLE_ID, balanceColumns);
  // Left out because every open invoice has these values.
  const { status: _status, payment_term: _term, is_paid: _paid, ...filters } = search;
  const files: readonly [ExportChoice, ExportChoice] = [
    { dataset: 'open-invoices', filters, columns: view.visible },
    { dataset: 'debtors', filters: { ...filters, sort: balanceSort }, columns: visibleBalances },
  ];
  const [file, other] = isByCustomer ? files.toReversed() : files;
  const sums = list.isReplaced ? undefined : (list.sums ?? undefined);
  const stillOpen = useQuery({
    ...ageQuery(createSearch(day, { ...of, as_of: undefined }, age)),
    enabled: past !== undefined && !isByCustomer,
  }).data?.sums;
  const paidSince = sums && stillOpen && toEuros(fromEuros(sums.value_wt) - fromEuros(stillOpen.value_wt));
  const { row: openOrder } = view.opened;
  const clearFilters =
    isEverywhere(place) && customerId === undefined && q === undefined && age === undefined
      ? undefined
      : () => change({ ...place.toChoices(EVERYWHERE), customer_id: undefined, q: undefined, age: undefined });
  const isWhole = shopIds === null && customerId === undefined && q === undefined && age === undefined;
  const count = isByCustomer ? byCustomer.balances?.length : list.source.rowCount;
  const hasCount = count !== undefined && !reading.isLoading && !reading.error && !reading.isReplaced;
  const placeholder = {
    stillUsable: t('figures.stillUsable'),
    onClearFilters: clearFilters,
    nothing: {
      title: t('figures.noInvoices'),
      reason:
        clearFilters || past === undefined
          ? t(clearFilters ? 'figures.noInvoicesByFilters' : 'figures.noInvoicesReason')
          : t('figures.noInvoicesThen', { day: format.day(past) }),
    },
  };

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.invoices')}
          aside={
            <>
              <span className={styles.asOf} data-period={t('figures.asOf', { day: format.day(day) })}>
                {isPrinting ? t('figures.asOf', { day: format.day(day) }) : t('figures.per')}
              </span>
              <DayPicker
                value={day}
                today={today}
                isState
                onChange={(chosen) => change({ as_of: chosen < today ? chosen : undefined })}
              />
            </>
          }
          actions={<ExportButtons {...file} others={[other]} />}
        />
      }
      filters={
        <>
          <FilterBar
            count={hasCount ? t(isByCustomer ? 'figures.customers' : 'figures.invoices', { count }) : undefined}
            onClear={clearFilters}
            trailing={
              <>
                <QueryAsOf query={reading} />
                {isByCustomer ? (
                  <ColumnChooser tableId={BALANCES_TABLE_ID} columns={balanceColumns} />
                ) : (
                  <ColumnChooser tableId={view.tableId} columns={view.columns} />
                )}
              </>
            }
          >
            <SegmentedControl
              aria-label={t('figures.balances.choice')}
              data={[
                { value: 'invoice', label: t('figures.balances.invoices') },
                { value: 'customer', label: t('figures.balances.title') },
              ]}
              value={isByCustomer ? 'customer' : 'invoice'}
              onChange={(value) => change({ group_by: FIELDS.group_by.read(value), sort: undefined })}
            />
            <SearchField
              label={t('orders.search')}
              clearLabel={t('states.clearSearch')}
              term={q ?? ''}
              onSearch={(next) => change({ q: next === '' ? undefined : next }, { replaces: true })}
            />
            {customerId !== undefined && (
              <CustomerChip id={customerId} onRemove={() => change({ customer_id: undefined })} />
            )}
            <PlaceFilter of={listOrders} place={place} onChoose={(chosen) => change(place.toChoices(chosen))} />
            {age !== undefined && <PrintedFilter label={headings.age} text={t(`figures.ages.${age}`)} />}
          </FilterBar>
          <AgeBoxes day={day} of={of} chosen={age} onChoose={(next) => change({ age: next })} />
          <p className={styles.note}>
            {t('figures.ages.hint')} {past !== undefined && t('figures.openSince', { day: format.day(past) })}{' '}
            {past !== undefined && isWhole && <Balance day={past} of={of} locationIds={locationIds} />}
          </p>
        </>
      }
      drawer={
        !isByCustomer &&
        openOrder && (
          <OrderDrawer id={openOrder.id} number={openOrder.order_number} listed={openOrder} {...view.drawer} />
        )
      }
    >
      <LookupNotice />
      {isByCustomer ? (
        <ReplacedFrame isReplaced={byCustomer.isReplaced}>
          <CustomerBalances
            balances={byCustomer.balances}
            tooMany={byCustomer.tooMany}
            isLoading={byCustomer.isLoading}
            columns={balanceColumns}
            listKey={JSON.stringify([selected, balanceSort])}
            sort={balanceSort}
            onSort={(next) => change({ sort: getNextSort(FIELDS.sort, next, balanceSort, DEFAULT_DEBTOR_SORT) })}
            onOpen={(id) => change({ customer_id: id, group_by: undefined, sort: undefined })}
            placeholder={<ListPlaceholder {...placeholder} query={reading} />}
          />
        </ReplacedFrame>
      ) : (
        <ListTable
          {...placeholder}
          view={view}
          label={t('shell.invoices')}
          sort={sort}
          onSort={(next) => change({ sort: getNextSort(FIELDS.sort, next, sort, OLDEST_FIRST) })}
          totals={
            sums && {
              order_number: t('terms.total'),
              ...(paidSince !== undefined && { paid_since: format.money(paidSince) }),
              value_wt: format.amount(sums.value_wt),
              value_ex_wt: format.amount(sums.value_ex_wt),
            }
          }
          totalsNote={formatOtherCurrencyNote(sums?.excluded_other_currency ?? 0, language) ?? undefined}
        />
      )}
    </Page>
  );
}

/** The API's sorts for those of the page. An older invoice has been open for longer. */
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
  as_of: dayField,
  location_id: idsField,
  shop_id: idsField,
  customer_id: idField,
  q: searchField,
  age: createChoiceField(AGE_CHOICES.map(({ name }) => name)),
  group_by: createChoiceField(['customer']),
  sort: createChoiceField([...SORTS, ...DEBTOR_SORTS]),
};

/** Filters by one shop or customer. */
interface FilterInvoices {
  readonly shop: (id: number) => void;
  readonly customer: (id: number) => void;
}

/** The columns of the list. The ids and headings are those of the export. */
function useInvoiceColumns(day: CalendarDate, isPast: boolean, narrow: FilterInvoices): readonly TableColumn<Order>[] {
  const format = useFormat();
  const headings = useHeadings(openInvoices);
  const shopColumn = useShopColumn();
  const latest = useRef(narrow);
  latest.current = narrow;
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof openInvoices>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const getAge = (order: Order) => countDaysOpen(order, day);
    return [
      {
        ...header('order_number', 132),
        minWidthPx: 122,
        kind: 'text',
        hideable: false,
        cell: (order) => order.order_number,
      },
      {
        ...header('date_purchased', 150),
        kind: 'moment',
        sortId: 'date_purchased',
        cell: (order) => format.dateTime(order.date_purchased),
      },
      {
        ...header('age', 196),
        minWidthPx: 110,
        kind: 'quantity',
        sortId: 'age',
        cell: (order) => format.quantity(getAge(order)),
        copied: getAge,
      },
      ...(isPast
        ? [
            {
              ...header('paid_since', 128),
              kind: 'moment' as const,
              cell: ({ is_paid, date_updated }: Order) => is_paid && format.day(date_updated),
            },
          ]
        : []),
      {
        ...header('value_wt', 152),
        unit: '€',
        kind: 'amount',
        sortId: 'value_wt',
        cell: (order) => format.amount(order.value_wt, order.currency),
        figure: (order) => (isInOtherCurrency(order) ? null : order.value_wt),
      },
      {
        ...header('value_ex_wt', 140),
        yields: 1,
        unit: '€',
        kind: 'amount',
        sortId: 'value_ex_wt',
        cell: (order) => format.amount(order.value_ex_wt, order.currency),
        figure: (order) => (isInOtherCurrency(order) ? null : order.value_ex_wt),
      },
      {
        ...header('customer_name', 200),
        kind: 'text',
        grows: true,
        sortId: 'customer_name',
        cell: (order) => format.text(order.customer_name),
        onFilter({ customer_id }) {
          if (customer_id !== null) latest.current.customer(customer_id);
        },
        filterText: ({ customer_id, customer_name }) => (customer_id === null ? '' : (customer_name ?? '')),
      },
      {
        ...header('customer_email', 220),
        kind: 'text',
        hiddenAtFirst: true,
        cell: (order) => format.text(order.customer_email),
      },
      {
        ...header('shop', 140),
        minWidthPx: 132,
        ...shopColumn,
        sortId: 'shop',
        onFilter: ({ shop_id }) => latest.current.shop(shop_id),
      },
    ];
  }, [format, headings, shopColumn, day, isPast]);
}
