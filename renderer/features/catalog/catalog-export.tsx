import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../components/exports/export-button.tsx';
import type { CatalogSearch } from './catalog-search.ts';
import { priceListColumns } from './price-list-columns.ts';

interface CatalogExportProps {
  readonly search: CatalogSearch;
  readonly visibleColumns: readonly string[];
}

/** The price list of what is searched for, the list as it is shown, and the prices by quantity. */
export function CatalogExport({ search, visibleColumns }: CatalogExportProps) {
  const { t } = useTranslation();
  const filters = { ...search };
  return (
    <ExportButton
      dataset="price-list"
      filters={filters}
      columns={priceListColumns(visibleColumns)}
      others={[
        { dataset: 'catalog', label: t('exports.asShown'), filters, columns: visibleColumns },
        { dataset: 'price-tiers', filters },
      ]}
    />
  );
}
