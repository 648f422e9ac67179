import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CUSTOMER_SORTS,
  type Customer,
  type CustomerSums,
  listCustomers,
  MAX_CUSTOMERS,
} from '../../../shared/contract/customers.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { customers } from '../../../shared/datasets/declarations.ts';
import { NOT_KNOWN } from '../../../shared/unknown-figures.ts';
import { type PagedList, usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { AmountText } from '../../components/figures.tsx';
import { FilterBar, FilterChoices, FilterMenu } from '../../components/filters/filter-bar.tsx';
import { OfferedFilter } from '../../components/filters/offered-filter.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { ListControls, ListTable, useListView } from '../../components/list/list-view.tsx';
import { getNextSort } from '../../components/list/next-sort.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { useFirstOrderDay } from '../../components/period-picker/first-order-day.ts';
import textStyles from '../../components/text.module.css';
import { createChoiceField, flagField, idsField, searchField } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/navigation.ts';
import { formatPeriod } from '../../lib/format.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useMe } from '../../lib/host/session.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { CustomerDrawer } from './customer-drawer.tsx';
import { useSegments } from './segments.ts';

/** The customers with their turnover, the highest first. */
export function CustomersPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [{ q = '', sort = BY_TURNOVER, segment_id, has_open_invoices }, change] = usePageState(FIELDS);
  const segmentIds = segment_id ?? undefined;
  const search = useMemo(
    (): CustomerSearch => ({ q: q === '' ? undefined : q, segment_id: segmentIds, has_open_invoices, sort }),
    [q, segmentIds, has_open_invoices, sort],
  );
  const { segments } = useSegments();
  const language = useLanguage();
  const since = useFirstOrderDay();
  const rows = usePagedRows(customersList, search);
  const { rowCount } = rows.source;
  const sums = useSums(search, rows.sums);
  const headings = useHeadings(customers);
  const view = useListView({ tableId: 'customers', endpoint: listCustomers, columns: useCustomerColumns(), rows });
  const { locked_location: locked } = useMe();
  const isFiltered = q !== '' || segmentIds !== undefined || has_open_invoices !== undefined;
  const clearFilters = isFiltered
    ? () => change({ q: undefined, segment_id: undefined, has_open_invoices: undefined })
    : undefined;

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.customers')}
          aside={
            <span className={textStyles.muted}>
              {[formatSince(), locked?.title ?? t('report.allLocations')].filter(Boolean).join(' · ')}
            </span>
          }
          actions={<ExportButtons dataset="customers" filters={search} columns={view.visible} />}
        />
      }
      filters={
        <FilterBar
          count={view.isCurrent ? t('figures.customers', { count: rowCount }) : undefined}
          onClear={clearFilters}
          trailing={<ListControls view={view} />}
        >
          <SearchField
            label={t('figures.searchCustomers')}
            clearLabel={t('states.clearSearch')}
            term={q}
            onSearch={(term) => change({ q: term === '' ? undefined : term }, { replaces: true })}
          />
          <OfferedFilter of={listCustomers} parameter="segment_id" isSet={segmentIds !== undefined}>
            <FilterChoices
              label={headings.segments}
              options={(segments ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
              values={(segmentIds ?? []).map(String)}
              onChange={(ids) => change({ segment_id: ids.length === 0 ? undefined : ids.map(Number) })}
            />
          </OfferedFilter>
          <OfferedFilter of={listCustomers} parameter="has_open_invoices" isSet={has_open_invoices !== undefined}>
            <FilterMenu
              label={t('shell.invoices')}
              options={[
                { value: 'true', label: t('states.yes') },
                { value: 'false', label: t('states.no') },
              ]}
              value={has_open_invoices === undefined ? null : String(has_open_invoices)}
              onChange={(value) => change({ has_open_invoices: value === null ? undefined : value === 'true' })}
            />
          </OfferedFilter>
        </FilterBar>
      }
      drawer={view.opened.row && <CustomerDrawer customer={view.opened.row} {...view.drawer} />}
    >
      <ListTable
        view={view}
        label={t('shell.customers')}
        sort={sort}
        onSort={(next) => change({ sort: getNextSort(FIELDS.sort, next, sort, BY_TURNOVER) })}
        totals={sums === undefined ? undefined : createTotals(sums)}
        stillUsable={t('figures.stillUsable')}
        onClearFilters={clearFilters}
        nothing={{
          title: t('figures.noCustomers'),
          reason: t(clearFilters ? 'figures.noCustomersByFilters' : 'figures.noCustomersReason'),
        }}
      />
    </Page>
  );

  function formatSince(): string {
    if (since === null) return t('figures.ofAllOrders');
    return since ? t('figures.sinceFirstOrder', { day: formatPeriod({ from: since, to: since }, language) }) : '';
  }

  /** `known` is `null` if the platform has no sums. */
  function createTotals(known: CustomerSums | null): Readonly<Record<string, ReactNode>> {
    return {
      name: t('terms.total'),
      order_count: known ? format.quantity(known.order_count) : NOT_KNOWN[language],
      turnover_wt: format.amount(known?.turnover_wt ?? null),
      open_invoices_wt: format.amount(known?.open_invoices_wt ?? null),
    };
  }
}

type Sort = (typeof CUSTOMER_SORTS)[number];

/** The width of the heading `Openstaand` with its unit and sort arrow. */
const MIN_HEADING_WIDTH_PX = 124;

const BY_TURNOVER = '-turnover_wt';

const FIELDS = {
  q: searchField,
  segment_id: idsField,
  has_open_invoices: flagField,
  sort: createChoiceField(CUSTOMER_SORTS),
};

type CustomerSearch = {
  readonly q: string | undefined;
  readonly segment_id: number[] | undefined;
  readonly has_open_invoices: boolean | undefined;
  readonly sort: Sort;
};

const customersList: PagedList<CustomerSearch, Customer, CustomerSums | null> = {
  key: ['customers'],
  follows: ['orders'],
  pageSize: MAX_CUSTOMERS,
  getRowId: ({ id }) => id,
  async readPage(search, page, signal) {
    const { total, data, sums } = await readApi(listCustomers, { query: { ...search, ...page }, signal });
    return { total, data, sums };
  },
};

/**
 * The sums of a list. Some sort orders have none, and then those of the same list sorted by turnover are used. `null`
 * if there are none, `undefined` until that is known.
 */
function useSums(search: CustomerSearch, own: CustomerSums | null | undefined): CustomerSums | null | undefined {
  const query = { ...search, sort: BY_TURNOVER, start: 0, limit: 1 } as const;
  const isElsewhere = own === null && search.sort !== BY_TURNOVER;
  const { data, isError } = useQuery({
    queryKey: ['customers', 'sums', query],
    meta: { follows: ['orders'] },
    queryFn: async ({ signal }) => (await readApi(listCustomers, { query, signal })).sums,
    enabled: isElsewhere,
  });
  if (!isElsewhere) return own;
  return isError && data === undefined ? null : data;
}

/** The columns of the list. The ids and headings are those of the export. */
function useCustomerColumns(): readonly TableColumn<Customer>[] {
  const format = useFormat();
  const headings = useHeadings(customers);
  const { formatSegments } = useSegments();
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof customers>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const createTextColumn = (
      id: 'name' | 'email' | 'phone' | 'city' | 'country_iso2',
      widthPx: number,
    ): TableColumn<Customer> => ({
      ...header(id, widthPx),
      kind: 'text',
      cell: (row) => format.text(row[id]),
    });
    return [
      { ...header('id', 112), minWidthPx: 112, kind: 'text', sortId: 'id', cell: (row) => String(row.id) },
      { ...createTextColumn('name', 200), minWidthPx: 184, grows: true, hideable: false, sortId: 'name' },
      {
        ...header('date_last_purchased', 132),
        kind: 'moment',
        sortId: 'date_last_purchased',
        cell: (row) => row.date_last_purchased && format.day(row.date_last_purchased.slice(0, 10)),
      },
      {
        ...header('order_count', 90),
        kind: 'quantity',
        sortId: 'order_count',
        cell: (row) => format.quantity(row.order_count),
        copied: (row) => row.order_count,
      },
      {
        ...header('turnover_wt', 152),
        minWidthPx: MIN_HEADING_WIDTH_PX,
        unit: '€',
        kind: 'amount',
        sortId: 'turnover_wt',
        cell: (row) => format.amount(row.turnover_wt),
      },
      {
        ...header('open_invoices_wt', 152),
        minWidthPx: MIN_HEADING_WIDTH_PX,
        unit: '€',
        kind: 'amount',
        sortId: 'open_invoices_wt',
        cell: ({ open_invoices_wt: open }) => (open === null ? format.amount(open) : <AmountText value={open} />),
        copied: (row) => format.amount(row.open_invoices_wt),
        figure: (row) => row.open_invoices_wt,
      },
      {
        ...header('date_created', 112),
        yields: 3,
        kind: 'moment',
        sortId: 'date_created',
        cell: (row) => format.day(row.date_created),
      },
      { ...createTextColumn('email', 220), hiddenAtFirst: true },
      { ...createTextColumn('phone', 130), hiddenAtFirst: true },
      {
        ...createTextColumn('city', 150),
        minWidthPx: 136,
        yields: 4,
        // Keeps `'s-Hertogenbosch` in one line.
        cell: (row) => format.text(row.city).replaceAll('-', '\u2011'),
        copied: (row) => row.city,
      },
      { ...createTextColumn('country_iso2', 72), minWidthPx: 72, yields: 1 },
      {
        ...header('segments', 184),
        minWidthPx: 170,
        yields: 2,
        kind: 'text',
        cell: (row) => formatSegments(row.segment_ids),
      },
    ];
  }, [format, headings, formatSegments]);
}
