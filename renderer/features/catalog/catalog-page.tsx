import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../components/as-of.tsx';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useOpenRow } from '../../components/data-table/use-open-row.ts';
import { useVisibleColumns } from '../../components/data-table/use-visible-columns.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useFormat } from '../../lib/language.ts';
import { CatalogExport } from './catalog-export.tsx';
import { useCatalogFilters } from './catalog-filters.ts';
import { CatalogPlaceholder } from './catalog-placeholder.tsx';
import { LookupNotice } from './lookup-notice.tsx';
import { ProductDrawer } from './product-drawer.tsx';
import { ProductSearch } from './product-search.tsx';
import { useCatalogColumns } from './use-catalog-columns.tsx';
import { useCatalogLookups } from './use-catalog-lookups.ts';
import { useCatalogRows } from './use-catalog-rows.ts';

const TABLE_ID = 'catalog';
const SEARCH_DELAY_MS = 120;

export function CatalogPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const { term, sort, search, sortBy } = useCatalogFilters();
  const [settledTerm] = useDebouncedValue(term.trim(), SEARCH_DELAY_MS);
  const rows = useCatalogRows({ term: settledTerm, sort });
  const taxRateIds = useMemo(
    () => rows.loaded.flatMap(({ price }) => price?.tax_rate_id ?? []),
    [rows.loaded],
  );
  const lookups = useCatalogLookups(taxRateIds);
  const columns = useCatalogColumns(lookups);
  const visible = useVisibleColumns(TABLE_ID, columns);
  const listKey = JSON.stringify(rows.shown);
  const opened = useOpenRow(rows.source, listKey);
  const total = rows.source.rowCount;
  const count =
    rows.isLoading || rows.error
      ? undefined
      : t('catalog.count', { count: total, text: format.quantity(total) });

  return (
    <Page
      header={
        <PageHeader
          title={t('catalog.title')}
          aside={
            <AsOf
              updatedAt={rows.updatedAt}
              isRefreshing={rows.isRefreshing}
              isStale={rows.isStale}
              onRefresh={rows.refresh}
            />
          }
          actions={<CatalogExport search={{ term: term.trim(), sort }} visibleColumns={visible} />}
        />
      }
      filters={
        <FilterBar count={count} trailing={<ColumnChooser tableId={TABLE_ID} columns={columns} />}>
          <ProductSearch term={term} onSearch={search} />
        </FilterBar>
      }
      drawer={
        opened.row && (
          <ProductDrawer
            product={opened.row.product}
            lookups={lookups}
            onClose={opened.close}
            onStep={opened.step}
          />
        )
      }
    >
      {lookups.error && <LookupNotice onRetry={lookups.refresh} />}
      <DataTable
        tableId={TABLE_ID}
        label={t('catalog.title')}
        columns={columns}
        rows={rows.source}
        listKey={listKey}
        isLoading={rows.isLoading}
        placeholder={<CatalogPlaceholder rows={rows} onClear={() => search('')} />}
        sort={sort}
        onSort={sortBy}
        openIndex={opened.index}
        onOpen={opened.open}
      />
    </Page>
  );
}
