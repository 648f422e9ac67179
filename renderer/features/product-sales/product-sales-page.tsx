import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MAX_PRODUCT_SALES,
  PRODUCT_SALES_SORTS,
  type ProductSalesRow,
  type ProductSalesSums,
  readProductSales,
} from '../../../shared/contract/product-sales.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { productSales } from '../../../shared/datasets/declarations.ts';
import { fromEuros, toEuros } from '../../../shared/money.ts';
import { COMPARISONS, type Comparison } from '../../../shared/periods.ts';
import { type PagedList, usePagedRows } from '../../components/data-table/paged-rows.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { Explained, FigureLink, QuantityText } from '../../components/figures.tsx';
import { EVERYWHERE, isEverywhere, toSavedPlace, useReportPlace } from '../../components/filters/chosen-shop.ts';
import { DefaultShopGate } from '../../components/filters/default-shop.tsx';
import { FilterBar, FilterMenu } from '../../components/filters/filter-bar.tsx';
import { OfferedFilter } from '../../components/filters/offered-filter.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { ListControls, ListTable, useListView } from '../../components/list/list-view.tsx';
import { getNextSort } from '../../components/list/next-sort.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { toPreset, useChosenPeriod, useToday } from '../../components/period-picker/chosen-period.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { useWiderPeriod } from '../../components/period-picker/wider-period.ts';
import { LookupNotice } from '../../components/states/freshness.tsx';
import textStyles from '../../components/text.module.css';
import {
  createChoiceField,
  idField,
  idsField,
  type PeriodChoice,
  periodField,
  searchField,
} from '../../lib/address/fields.ts';
import { getItemRowsAddress } from '../../lib/address/figure-rows.ts';
import { useOfferChoices, usePageState, writeState } from '../../lib/address/navigation.ts';
import { formatShare } from '../../lib/amounts.ts';
import { useFailureMessage } from '../../lib/failures.ts';
import { formatPeriod } from '../../lib/format.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useHeadings, useLanguage } from '../../lib/language.ts';
import { useTurnoverGroups } from '../../lib/queries/lookups.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import { toPlaceFilters } from '../../lib/queries/shops.ts';
import { type ComparedSales, useComparedSales } from './sales-comparison.ts';
import { SalesDrawer } from './sales-drawer.tsx';
import { formatChange, formatMargin, getRowKey, type SalesSearch } from './sales-figures.ts';

/** The sales of each product in a period, by descending turnover. */
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
  const groups = useTurnoverGroups();
  const { search, compare, period, today, place, change, choosePeriod, clearFilters } = useSalesChoices();
  const rows = usePagedRows(salesList, search);
  const compared = useComparedSales(rows.visibleSearch, compare, rows.sums?.value);
  const columns = useSalesColumns(rows.visibleSearch, {
    total: rows.sums?.value ?? null,
    compared,
    compare,
    chooseGroup: (id) => change({ product_group_id: id }),
  });
  const view = useListView({ tableId: 'product-sales', endpoint: readProductSales, columns, rows });
  const sums = rows.isReplaced ? undefined : rows.sums;
  const widen = useWiderPeriod(search, choosePeriod);
  const { row: openRow } = view.opened;

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.productSales')}
          aside={<PeriodPicker value={period} today={today} onChange={choosePeriod} />}
          actions={<ExportButtons dataset="product-sales" filters={{ ...search, compare }} columns={view.visible} />}
        />
      }
      filters={
        <>
          <FilterBar
            count={view.isCurrent ? t('figures.products', { count: rows.source.rowCount }) : undefined}
            onClear={clearFilters}
            trailing={<ListControls view={view} />}
          >
            <SearchField
              label={t('catalog.search')}
              clearLabel={t('states.clearSearch')}
              term={search.q ?? ''}
              onSearch={(term) => change({ q: term === '' ? undefined : term }, { replaces: true })}
            />
            <PlaceFilter of={readProductSales} place={place} onChoose={(chosen) => change(place.toChoices(chosen))} />
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
            <FilterMenu
              label={t('report.comparison.label')}
              options={COMPARISONS.map((value) => ({ value, label: t(`report.comparison.choice.${value}`) }))}
              value={compare ?? null}
              isLimit={false}
              onChange={(chosen) => change({ compare: COMPARISONS.find((known) => known === chosen) })}
            />
          </FilterBar>
          {compared && <ComparisonState compared={compared} />}
          {sums && <ReportSum search={rows.visibleSearch} sums={sums} count={rows.source.rowCount} />}
        </>
      }
      drawer={openRow && <SalesDrawer row={openRow} period={period} compared={compared} {...view.drawer} />}
    >
      <LookupNotice />
      <ListTable
        view={view}
        label={t('shell.productSales')}
        totals={sums && createTotals(sums)}
        sort={search.sort}
        onSort={(next) => change({ sort: getNextSort(FIELDS.sort, next, search.sort, BY_TURNOVER) })}
        stillUsable={t('figures.stillUsable')}
        onClearFilters={clearFilters}
        nothing={{
          title: t('figures.noSales', { period: formatPeriod(search, language) }),
          reason: t(clearFilters ? 'figures.noSalesByFilters' : 'figures.noSalesReason'),
          ...(!clearFilters && { action: widen }),
        }}
      />
    </Page>
  );

  function createTotals(all: ProductSalesSums) {
    // Quantities have no total, as metres, kilos and pieces cannot be added.
    return {
      sku: t('terms.total'),
      value: format.amount(all.value),
      value_wt: format.amount(all.value_wt),
      discount_value_wt: format.amount(all.discount_value_wt),
      cost: format.amount(all.cost),
      margin: format.amount(all.margin),
      margin_percentage: formatMargin(all, format),
      share: formatShare(all.value, all.value, format.amount),
      ...(compared?.total !== undefined &&
        compared.ownTotal !== undefined && {
          compared: format.amount(compared.total),
          change: formatChange(compared.ownTotal, compared.total, format),
        }),
    };
  }
}

/** What the comparison leaves out, or why there is none. */
function ComparisonState({ compared: { today, period, tooMany, failed } }: { readonly compared: ComparedSales }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const formatFailure = useFailureMessage();
  if (failed) {
    return (
      <Box px="lg" pb="sm" role="alert">
        {t('figures.comparisonFailed')} {formatFailure(failed.error)}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void failed.refetch()}>
          {t('states.retry')}
        </Button>
      </Box>
    );
  }
  const notes = [
    today !== null && t(`report.comparison.today.${today}`, { period: formatPeriod(period, language) }),
    tooMany !== undefined && t('figures.tooManyToCompare', { count: tooMany }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <Box px="lg" pb="sm" className={textStyles.small}>
      {notes.join(' ')}
    </Box>
  );
}

interface ReportSumProps {
  readonly search: SalesSearch;
  /** The sums of all products that match the search. */
  readonly sums: ProductSalesSums;
  readonly count: number;
}

/** Says whether the sum of the products equals the turnover of the report. The tooltip explains it. */
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
  const how = t('figures.reportTurnover', { sold: amount(sums.value), plus, turnover: money(revenue.total_turnover) });
  return (
    <Box px="lg" pb="sm" className={textStyles.small}>
      {isRounding ? (
        <Explained label={t('figures.reportHolds')} how={how} />
      ) : (
        <Explained label={t('figures.reportDiffers', { difference: money(toEuros(difference)) })} how={how} />
      )}
    </Box>
  );
}

const salesList: PagedList<SalesSearch, ProductSalesRow, ProductSalesSums> = {
  key: ['product-sales'],
  follows: ['orders'],
  pageSize: MAX_PRODUCT_SALES,
  getRowId: getRowKey,
  readPage: (search, page, signal) => readApi(readProductSales, { query: { ...search, ...page }, signal }),
};

const BY_TURNOVER = '-value';

const FIELDS = {
  period: periodField,
  location_id: idsField,
  shop_id: idsField,
  product_group_id: idField,
  q: searchField,
  sort: createChoiceField(PRODUCT_SALES_SORTS),
  compare: createChoiceField(COMPARISONS),
};

/** The choices on the page, which are stored in the address. */
function useSalesChoices() {
  const today = useToday();
  const [state, change] = usePageState(FIELDS);
  const { period, choice } = useChosenPeriod(state.period);
  const { from, to } = period;
  const place = useReportPlace(state);
  const { shopIds, locationIds } = place;
  const { sort = BY_TURNOVER } = state;
  const q = state.q || undefined;
  const groupId = state.product_group_id ?? undefined;
  useOfferChoices(writeState(FIELDS, { period: choice, ...toSavedPlace(place) }));
  const search = useMemo(
    (): SalesSearch => ({ from, to, ...toPlaceFilters({ shopIds, locationIds }), product_group_id: groupId, q, sort }),
    [from, to, shopIds, locationIds, groupId, q, sort],
  );
  const isFiltered = !isEverywhere(place) || groupId !== undefined || q !== undefined;
  return {
    today,
    period: choice,
    search,
    compare: state.compare,
    place,
    change,
    choosePeriod: (chosen: PeriodChoice) => change({ period: toPreset(chosen, today) }),
    clearFilters: isFiltered
      ? () => change({ ...place.toChoices(EVERYWHERE), product_group_id: undefined, q: undefined })
      : undefined,
  };
}

interface SalesColumnChoices {
  /** The turnover of all products excluding VAT, for the shares; `null` until it is read. */
  readonly total: number | null;
  readonly compared: ComparedSales | null;
  readonly compare: Comparison | undefined;
  readonly chooseGroup: (id: number | undefined) => void;
}

/** The columns of the list. The ids and headings are those of the export. */
function useSalesColumns(
  { from, to, location_id, shop_id }: SalesSearch,
  { total, compared, compare, chooseGroup }: SalesColumnChoices,
): readonly TableColumn<ProductSalesRow>[] {
  const latest = useRef(chooseGroup);
  latest.current = chooseGroup;
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(productSales);
  const { getTitle } = useTurnoverGroups();
  const latestCompared = useRef(compared);
  latestCompared.current = compared;
  const isRead = compared?.total !== undefined && compared.ownTotal !== undefined;
  return useMemo(() => {
    const getTurnoverBefore = (row: ProductSalesRow) => (isRead ? latestCompared.current?.getTurnover(row) : undefined);
    const createComparedColumns = (): readonly TableColumn<ProductSalesRow>[] => {
      if (compare === undefined) return [];
      const formatTurnoverBefore = (row: ProductSalesRow) => {
        const before = getTurnoverBefore(row);
        return before === undefined ? null : format.amount(before);
      };
      return [
        {
          ...{
            id: 'compared',
            header: t(`figures.compared.${compare}`),
            unit: '€',
            kind: 'amount',
            widthPx: 136,
            minWidthPx: 136,
          },
          cell: formatTurnoverBefore,
        },
        {
          ...{
            id: 'change',
            header: t('report.comparison.percentage'),
            kind: 'percentage',
            widthPx: 124,
            minWidthPx: 124,
          },
          cell: (row) => {
            const before = getTurnoverBefore(row);
            const own = latestCompared.current?.getOwnTurnover(row);
            return before === undefined || own === undefined ? null : formatChange(own, before, format);
          },
        },
      ];
    };
    const header = (id: ColumnsOf<typeof productSales>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const amount = (id: 'discount_value_wt' | 'cost' | 'margin', widthPx: number): TableColumn<ProductSalesRow> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      cell: (row) => format.amount(row[id]),
    });
    /** Opens the items of the product, which add up to the figure. */
    const createTurnoverColumn = (id: 'value' | 'value_wt', widthPx: number): TableColumn<ProductSalesRow> => ({
      ...header(id, widthPx),
      unit: '€',
      kind: 'amount',
      copied: (row) => row[id],
      cell: (row) => (
        <FigureLink
          rows={
            row.product_id === null
              ? null
              : getItemRowsAddress(
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
      { ...header('sku', 140), minWidthPx: 136, kind: 'text', sortId: 'sku', cell: (row) => row.sku },
      {
        ...header('title', 240),
        minWidthPx: 194,
        kind: 'text',
        grows: true,
        hideable: false,
        sortId: 'title',
        cell: (row) => row.title,
      },
      {
        ...header('group', 190),
        minWidthPx: 190,
        yields: 3,
        kind: 'text',
        cell: (row) => getTitle(row.product_group_id),
        filterId: 'product_group_id',
        onFilter: (row) => latest.current(row.product_group_id ?? undefined),
      },
      {
        ...header('quantity', 104),
        minWidthPx: 100,
        kind: 'quantity',
        sortId: 'quantity',
        cell: (row) => <QuantityText value={row.quantity} />,
        copied: (row) => row.quantity,
      },
      { ...createTurnoverColumn('value', 152), minWidthPx: 148, sortId: 'value' },
      ...createComparedColumns(),
      { ...createTurnoverColumn('value_wt', 140), minWidthPx: 136, yields: 4, sortId: 'value_wt' },
      { ...amount('discount_value_wt', 164), hiddenAtFirst: true },
      { ...amount('cost', 120), minWidthPx: 116, yields: 1, sortId: 'cost' },
      { ...amount('margin', 104), minWidthPx: 94, sortId: 'margin' },
      {
        ...header('margin_percentage', 88),
        minWidthPx: 84,
        kind: 'percentage',
        sortId: 'margin_percentage',
        cell: (row) => formatMargin(row, format),
      },
      {
        ...header('share', 108),
        minWidthPx: 100,
        yields: 2,
        kind: 'percentage',
        cell: (row) => total !== null && formatShare(row.value, total, format.amount),
      },
    ];
  }, [t, format, headings, getTitle, total, isRead, compare, from, to, location_id, shop_id]);
}
