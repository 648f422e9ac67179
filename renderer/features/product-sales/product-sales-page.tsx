import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  PRODUCT_SALES_CAP,
  PRODUCT_SALES_SORTS,
  type ProductSalesRow,
  type ProductSalesSums,
  readProductSales,
} from '../../../shared/contract/product-sales.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { productSales } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import type { NumberFormat } from '../../../shared/number-format.ts';
import type { Period } from '../../../shared/periods.ts';
import { type PagedList, usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { FigureLink, QuantityText } from '../../components/figures.tsx';
import { EVERYWHERE, isEverywhere, savedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar, FilterMenu } from '../../components/filters/filter-bar.tsx';
import { OfferedFilter } from '../../components/filters/offered-filter.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { ListControls, ListTable, useListView } from '../../components/list/list-view.tsx';
import { nextSort } from '../../components/list/next-sort.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { periodChoice, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useWiderPeriod } from '../../components/period-picker/wider-period.ts';
import { LookupNotice } from '../../components/states/freshness.tsx';
import textStyles from '../../components/text.module.css';
import { productAddress } from '../../lib/address/address.ts';
import {
  choiceField,
  idField,
  idsField,
  type PeriodChoice,
  periodField,
  searchField,
} from '../../lib/address/fields.ts';
import { itemRowsAddress } from '../../lib/address/figure-rows.ts';
import { useGoTo, useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { shareText } from '../../lib/amounts.ts';
import { periodText } from '../../lib/format.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useTurnoverGroups } from '../../lib/queries/lookups.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import { placeQuery } from '../../lib/queries/shops.ts';

/** What was sold of each product in a period, that with the highest turnover first. */
export function ProductSalesPage() {
  const { t } = useTranslation();
  return (
    <DefaultShopGate title={t('shell.productSales')}>
      <ProductSales />
    </DefaultShopGate>
  );
}

function ProductSales() {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const goTo = useGoTo();
  const groups = useTurnoverGroups();
  const { search, period, today, place, change, choosePeriod, clearFilters } = useSalesChoices();
  const rows = usePagedRows(salesList, search);
  const { source } = rows;
  const columns = useSalesColumns(rows.visibleSearch, (id) => change({ product_group_id: id }));
  const view = useListView({ tableId: 'product-sales', endpoint: readProductSales, columns, rows });
  const sums = rows.isReplaced ? undefined : rows.sums;
  const widen = useWiderPeriod(search, choosePeriod);

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.productSales')}
          aside={<PeriodPicker value={period} today={today} onChange={choosePeriod} />}
          actions={<ExportButtons dataset="product-sales" filters={search} columns={view.visible} />}
        />
      }
      filters={
        <>
          <FilterBar
            count={view.isCurrent ? t('figures.products', { count: source.rowCount }) : undefined}
            onClear={clearFilters}
            trailing={<ListControls view={view} />}
          >
            <SearchField
              label={t('catalog.search')}
              clearLabel={t('states.clearSearch')}
              term={search.q ?? ''}
              onSearch={(term) => change({ q: term === '' ? undefined : term }, { replaces: true })}
            />
            <PlaceFilter of={readProductSales} place={place} onChoose={(chosen) => change(place.choicesOf(chosen))} />
            <OfferedFilter
              of={readProductSales}
              parameter="product_group_id"
              isSet={search.product_group_id !== undefined}
            >
              <FilterMenu
                label={t('terms.group')}
                options={groups.all.map(({ id, title }) => ({ value: String(id), label: title }))}
                value={search.product_group_id === undefined ? null : String(search.product_group_id)}
                onChange={(id) => change({ product_group_id: id === null ? undefined : Number(id) })}
              />
            </OfferedFilter>
          </FilterBar>
          {sums && <ReportSum search={rows.visibleSearch} sums={sums} count={rows.source.rowCount} />}
        </>
      }
    >
      <LookupNotice />
      <ListTable
        view={view}
        label={t('shell.productSales')}
        totals={sums && totalsOf(sums)}
        sort={search.sort}
        onSort={(next) => change({ sort: nextSort(FIELDS.sort, next, search.sort, MOST_SOLD_FIRST) })}
        onOpen={open}
        stillUsable={t('figures.stillUsable')}
        onClearFilters={clearFilters}
        nothing={{
          title: t('figures.noSales', { period: periodText(search, language) }),
          reason: t(clearFilters ? 'figures.noSalesByFilters' : 'figures.noSalesReason'),
          ...(!clearFilters && { action: widen }),
        }}
      />
    </Page>
  );

  /** Items that name no product have no page. */
  function open(index: number): void {
    const id = source.rowAt(index)?.product_id ?? null;
    if (id !== null) goTo(productAddress(id));
  }

  function totalsOf(all: ProductSalesSums) {
    // Metres, kilos and pieces do not add up, so quantities have no total.
    return {
      sku: t('terms.total'),
      value: format.amount(all.value),
      value_wt: format.amount(all.value_wt),
      discount_value_wt: format.amount(all.discount_value_wt),
      cost: format.amount(all.cost),
      margin: format.amount(all.margin),
      margin_percentage: marginText(all, format),
    };
  }
}

interface ReportSumProps {
  readonly search: SalesSearch;
  /** Of all products that the search selects. */
  readonly sums: ProductSalesSums;
  readonly count: number;
}

/** How the sum of the products comes to the turnover of the report, which has the rounding of cash besides. */
function ReportSum({ search: { from, to, location_id, shop_id, product_group_id, q }, sums, count }: ReportSumProps) {
  const { t } = useTranslation();
  const { amount, money } = useFormat();
  const perRow = useRounding();
  const isWhole = product_group_id === undefined && q === undefined;
  const query = useQuery({
    ...financialReportQuery({ from, to, shopIds: shop_id ?? null, locationIds: location_id ?? null }),
    enabled: isWhole,
  });
  if (!isWhole || query.data === undefined || query.isPlaceholderData) return null;
  const { revenue, unknown } = query.data;
  if (unknown.includes('differences')) return null;
  const rounding = 0 - fromEuros(revenue.total_differences);
  const plus = `${rounding < 0 ? '−' : '+'} ${amount(toEuros(Math.abs(rounding)))}`;
  const difference = fromEuros(revenue.total_turnover) - fromEuros(sums.value) - rounding;
  const isRounding = Math.abs(difference) <= perRow * (count + 2);
  const { value: margin } = revenue.margin;
  return (
    <Box px="lg" pb="sm" className={textStyles.small}>
      <p>
        {t('figures.reportTurnover', { sold: amount(sums.value), plus, turnover: money(revenue.total_turnover) })}
        {margin !== null && sums.margin !== null && (
          <> · {t('figures.reportMargin', { sold: amount(sums.margin), plus, margin: money(margin) })}</>
        )}
        {!isRounding && <> · {t('figures.reportDiffers', { difference: money(toEuros(difference)) })}</>}
      </p>
    </Box>
  );
}

type Sort = (typeof PRODUCT_SALES_SORTS)[number];

type SalesSearch = Pick<Period, 'from' | 'to'> & {
  readonly location_id?: number[] | undefined;
  readonly shop_id?: number[] | undefined;
  readonly product_group_id: number | undefined;
  readonly q: string | undefined;
  readonly sort: Sort;
};

const salesList: PagedList<SalesSearch, ProductSalesRow, ProductSalesSums> = {
  key: ['product-sales'],
  follows: ['orders'],
  pageSize: PRODUCT_SALES_CAP,
  rowId: ({ product_id, product_group_id, title }) => product_id ?? `${product_group_id}/${title}`,
  readPage: (search, page, signal) => readApi(readProductSales, { query: { ...search, ...page }, signal }),
};

const MOST_SOLD_FIRST = '-value';

const FIELDS = {
  period: periodField,
  location_id: idsField,
  shop_id: idsField,
  product_group_id: idField,
  q: searchField,
  sort: choiceField(PRODUCT_SALES_SORTS),
};

/** The choices on the page, all of which the address holds. */
function useSalesChoices() {
  const today = useToday();
  const [state, change] = usePageState(FIELDS);
  const { period, choice } = useChosenPeriod(state.period);
  const { from, to } = period;
  const place = useReportPlace(state);
  const { shopIds, locationIds } = place;
  const { sort = MOST_SOLD_FIRST } = state;
  const q = state.q || undefined;
  const groupId = state.product_group_id ?? undefined;
  useOfferChoices(writeState(FIELDS, { period: choice, ...savedPlace(place) }));
  const search = useMemo(
    (): SalesSearch => ({ from, to, ...placeQuery({ shopIds, locationIds }), product_group_id: groupId, q, sort }),
    [from, to, shopIds, locationIds, groupId, q, sort],
  );
  const isFiltered = !isEverywhere(place) || groupId !== undefined || q !== undefined;
  return {
    today,
    period: choice,
    search,
    place,
    change,
    choosePeriod: (chosen: PeriodChoice) => change({ period: periodChoice(chosen, today) }),
    clearFilters: isFiltered
      ? () => change({ ...place.choicesOf(EVERYWHERE), product_group_id: undefined, q: undefined })
      : undefined,
  };
}

/** In percent of the turnover excluding VAT; the sign stands in the header. */
function marginText({ margin, value }: Pick<ProductSalesSums, 'margin' | 'value'>, { amount }: NumberFormat): string {
  if (margin === null) return amount(null);
  return value > 0 ? shareText(margin, value, amount) : '–';
}

/** The columns of the list; ids and headings are those of the export. */
function useSalesColumns(
  { from, to, location_id, shop_id }: SalesSearch,
  chooseGroup: (id: number | undefined) => void,
): readonly TableColumn<ProductSalesRow>[] {
  const latest = useRef(chooseGroup);
  latest.current = chooseGroup;
  const format = useFormat();
  const headings = useHeadings(productSales);
  const { titleOf } = useTurnoverGroups();
  return useMemo(() => {
    const header = (id: ColumnsOf<typeof productSales>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const amount = (id: 'discount_value_wt' | 'cost' | 'margin', widthPx: number): TableColumn<ProductSalesRow> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      cell: (row) => format.amount(row[id]),
    });
    /** Opens the items of the product, which sum to it. */
    const turnover = (id: 'value' | 'value_wt', widthPx: number): TableColumn<ProductSalesRow> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      copied: (row) => row[id],
      cell: (row) => (
        <FigureLink
          rows={
            row.product_id === null
              ? null
              : itemRowsAddress(
                  { figure: 'product', side: id === 'value' ? 'ex' : 'wt', amount: row[id] },
                  { from, to, location_id, shop_id, type: 'product', product_id: row.product_id },
                )
          }
        >
          {format.amount(row[id])}
        </FigureLink>
      ),
    });
    return [
      { ...header('sku', 144), minWidthPx: 144, kind: 'text', sortId: 'sku', cell: (row) => row.sku },
      {
        ...header('title', 240),
        minWidthPx: 154,
        kind: 'text',
        grows: true,
        hideable: false,
        sortId: 'title',
        cell: (row) => row.title,
      },
      {
        ...header('group', 188),
        minWidthPx: 104,
        yields: 1,
        kind: 'text',
        cell: (row) => titleOf(row.product_group_id),
        filterId: 'product_group_id',
        onFilter: (row) => latest.current(row.product_group_id ?? undefined),
      },
      {
        ...header('quantity', 104),
        minWidthPx: 88,
        kind: 'quantity',
        sortId: 'quantity',
        cell: (row) => <QuantityText value={row.quantity} />,
        copied: (row) => row.quantity,
      },
      { ...turnover('value', 136), minWidthPx: 108, sortId: 'value' },
      { ...turnover('value_wt', 136), minWidthPx: 108, sortId: 'value_wt' },
      { ...amount('discount_value_wt', 164), hiddenAtFirst: true },
      { ...amount('cost', 120), minWidthPx: 120, yields: 2, sortId: 'cost' },
      { ...amount('margin', 104), sortId: 'margin' },
      {
        ...header('margin_percentage', 88),
        kind: 'percentage',
        sortId: 'margin_percentage',
        cell: (row) => marginText(row, format),
      },
    ];
  }, [format, headings, titleOf, from, to, location_id, shop_id]);
}
