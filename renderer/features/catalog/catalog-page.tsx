import { useThrottledValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from '../../components/data-table/column-chooser.tsx';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { useOpenRow } from '../../components/data-table/use-open-row.ts';
import { usePagedRows } from '../../components/data-table/use-paged-rows.ts';
import { useVisibleColumns } from '../../components/data-table/use-visible-columns.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { LookupNotice } from '../../components/states/lookup-notice.tsx';
import { usePageState } from '../../lib/address/use-page-state.ts';
import { CatalogExport } from './catalog-export.tsx';
import { CATALOG_FIELDS, NO_FILTERS } from './catalog-fields.ts';
import { CatalogFilters } from './catalog-filters.tsx';
import { useCatalogLookups } from './catalog-lookups.ts';
import { CatalogPlaceholder } from './catalog-placeholder.tsx';
import { searchOf, sortOf } from './catalog-search.ts';
import { catalogList } from './list-catalog.ts';
import { ProductDrawer } from './product-drawer.tsx';
import { useCatalogColumns } from './use-catalog-columns.tsx';
import { useCountWords } from './use-count-words.ts';

const TABLE_ID = 'catalog';
/** The first letter is asked for at once, those that follow faster than this together. */
const SEARCH_PACE_MS = 60;

export function CatalogPage() {
  const { t } = useTranslation();
  const [state, change] = usePageState(CATALOG_FIELDS);
  const search = useMemo(() => searchOf(state), [state]);
  const q = useThrottledValue(search.q, SEARCH_PACE_MS);
  const rows = usePagedRows(
    catalogList,
    useMemo(() => ({ ...search, q }), [search, q]),
  );
  const taxRateIds = useMemo(() => {
    const shown = rows.loaded.flatMap(({ price }) => price?.tax_rate_id ?? []);
    return shown.concat(search.tax_rate_id ?? []);
  }, [rows.loaded, search.tax_rate_id]);
  const lookups = useCatalogLookups(taxRateIds);
  const columns = useCatalogColumns(lookups);
  const visible = useVisibleColumns(TABLE_ID, columns);
  const listKey = JSON.stringify(rows.shown);
  const opened = useOpenRow(rows.source, listKey);

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
          actions={<CatalogExport search={search} visibleColumns={visible} />}
        />
      }
      filters={
        <CatalogFilters
          search={search}
          lookups={lookups}
          onChange={change}
          count={useCountWords(rows)}
          trailing={<ColumnChooser tableId={TABLE_ID} columns={columns} />}
        />
      }
      drawer={
        opened.row && (
          <ProductDrawer
            product={opened.row.product}
            lookups={lookups}
            onClose={opened.close}
            onStep={opened.step}
            onLeave={opened.leave}
          />
        )
      }
    >
      <LookupNotice />
      <DataTable
        tableId={TABLE_ID}
        label={t('catalog.title')}
        columns={columns}
        rows={rows.source}
        listKey={listKey}
        isLoading={rows.isLoading}
        placeholder={<CatalogPlaceholder rows={rows} onClear={() => change(NO_FILTERS)} />}
        sort={search.sort}
        onSort={(sort) => change({ sort: sortOf(sort) })}
        openIndex={opened.index}
        onOpen={opened.open}
      />
    </Page>
  );
}
