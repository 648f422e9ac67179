import { useThrottledValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listProducts } from '../../../shared/contract/products.ts';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { usePagedRows } from '../../components/data-table/paged-rows.ts';
import { ExportButtons } from '../../components/exports/export-buttons.tsx';
import { ListTable, useListView } from '../../components/list/list-view.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import type { EmptyPanelProps } from '../../components/states/empty-panel.tsx';
import { LookupNotice } from '../../components/states/freshness.tsx';
import { QueryAsOf } from '../../components/states/query-states.tsx';
import { usePageState } from '../../lib/address/navigation.ts';
import { useIsMissing } from '../../lib/queries/missing-parameters.ts';
import { useCatalogColumns } from './catalog-columns.tsx';
import { CatalogFilters } from './catalog-filters.tsx';
import { useCatalogLookups } from './catalog-lookups.ts';
import { CATALOG_FIELDS, type CatalogSearch, hasFilters, NO_FILTERS, toSearch, toSort } from './catalog-search.ts';
import { ProductDrawer } from './product-drawer.tsx';
import { type CatalogRows, catalogList } from './queries.ts';

/** The first letter is searched at once. Letters that follow within this time are searched together. */
const SEARCH_INTERVAL_MS = 60;

export function CatalogPage() {
  const { t } = useTranslation();
  const [state, change] = usePageState(CATALOG_FIELDS);
  const isSortedByTitle = !useIsMissing(listProducts)('sort=title');
  const search = useMemo(() => toSearch(state, state.q, isSortedByTitle), [state, isSortedByTitle]);
  const q = useThrottledValue(state.q, SEARCH_INTERVAL_MS);
  const rows = usePagedRows(
    catalogList,
    useMemo(() => toSearch(state, q, isSortedByTitle), [state, q, isSortedByTitle]),
  );
  const taxRateIds = useMemo(() => {
    const loaded = rows.loaded.flatMap(({ price }) => price?.tax_rate_id ?? []);
    return loaded.concat(search.tax_rate_id ?? []);
  }, [rows.loaded, search.tax_rate_id]);
  const lookups = useCatalogLookups(taxRateIds);
  const columns = useCatalogColumns(lookups, change);
  const view = useListView({ tableId: 'catalog', endpoint: listProducts, columns, rows });
  const { row: openRow } = view.opened;

  return (
    <Page
      header={
        <PageHeader
          title={t('shell.catalog')}
          aside={<QueryAsOf query={rows} />}
          actions={<CatalogExport search={search} visibleColumns={view.visible} />}
        />
      }
      filters={
        <CatalogFilters
          search={search}
          lookups={lookups}
          onChange={change}
          count={useCountText(rows)}
          trailing={<ColumnChooser tableId={view.tableId} columns={view.columns} />}
        />
      }
      drawer={openRow && <ProductDrawer product={openRow.product} lookups={lookups} {...view.drawer} />}
    >
      <LookupNotice />
      <ListTable
        view={view}
        label={t('shell.catalog')}
        sort={search.sort}
        onSort={(sort) => change({ sort: toSort(sort) })}
        // While a search is typed, the previous result stays in view.
        dimsReplaced={false}
        stillUsable={t('catalog.stillUsable')}
        nothing={useEmptyPanel(rows.visibleSearch, () => change(NO_FILTERS))}
      />
    </Page>
  );
}

/** Why the list is empty: nothing matches, or there are no products. */
function useEmptyPanel({ q: term = '', ...filters }: CatalogSearch, onClear: () => void): EmptyPanelProps {
  const { t } = useTranslation();
  if (hasFilters(filters)) {
    return {
      title: term ? t('catalog.noMatchFiltered', { term }) : t('catalog.noneFiltered'),
      action: { label: t('states.clearFilters'), onClick: onClear },
    };
  }
  if (term === '') return { title: t('catalog.empty'), reason: t('catalog.emptyReason') };
  return {
    title: t('catalog.noMatch', { term }),
    reason: t('catalog.noMatchReason'),
    action: { label: t('states.clearSearch'), onClick: onClear },
  };
}

interface CatalogExportProps {
  readonly search: CatalogSearch;
  readonly visibleColumns: readonly string[];
}

/** The price list of the search, the list with its visible columns, and the prices by quantity. */
function CatalogExport({ search, visibleColumns }: CatalogExportProps) {
  const { t } = useTranslation();
  const filters = { ...search };
  return (
    <ExportButtons
      dataset="price-list"
      filters={filters}
      columns={PRICE_LIST.filter((id) => visibleColumns.includes(id))}
      others={[
        { dataset: 'catalog', label: t('exports.asShown'), filters, columns: visibleColumns },
        { dataset: 'price-tiers', filters },
      ]}
    />
  );
}

/** The columns of the price list, in the order of its file. Stock and group are not included. */
const PRICE_LIST = ['sku', 'title', 'ppu_wt', 'ppu', 'vat'] as const;

/** The number of products, and a note if the best match comes first because no column sorts them. */
function useCountText({ source, visibleSearch, isLoading, error }: CatalogRows): string | undefined {
  const { t } = useTranslation();
  if (isLoading || error) return undefined;
  const total = source.rowCount;
  const count = t('catalog.count', { count: total });
  const isByMatch = Boolean(visibleSearch.q) && visibleSearch.sort === undefined && total > 1;
  return isByMatch ? t('catalog.bestFirst', { count }) : count;
}
