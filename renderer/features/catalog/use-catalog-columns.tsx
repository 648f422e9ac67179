import { useMemo } from 'react';
import { catalog } from '../../../shared/datasets/catalog.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { UnitPrice } from '../../components/unit-price.tsx';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat } from '../../lib/language.ts';
import type { CatalogRow } from './api/catalog-page.ts';
import type { CatalogLookups } from './use-catalog-lookups.ts';

/** Ids and headings are those of the export; the price list knows some of them by the same ids. */
export function useCatalogColumns(lookups: CatalogLookups): readonly TableColumn<CatalogRow>[] {
  const headings = useHeadings(catalog);
  const format = useFormat();
  const { groupTitle, taxValue } = lookups;
  return useMemo(
    (): readonly TableColumn<CatalogRow>[] => [
      {
        id: 'sku',
        header: headings.sku,
        kind: 'text',
        widthPx: 140,
        sortId: 'sku',
        cell: ({ product }) => product.sku,
      },
      {
        id: 'title',
        header: headings.title,
        kind: 'text',
        widthPx: 198,
        grows: true,
        hideable: false,
        sortId: 'title',
        cell: ({ product }) => product.title,
      },
      {
        id: 'group',
        header: headings.group,
        kind: 'text',
        widthPx: 192,
        cell: ({ product }) => groupTitle(product.product_group_id),
      },
      {
        id: 'stock',
        header: headings.stock,
        kind: 'quantity',
        widthPx: 98,
        sortId: 'stock',
        cell: ({ product }) => format.quantity(product.stock),
      },
      {
        id: 'ppu_wt',
        header: headings.ppu_wt,
        unit: '€',
        kind: 'amount',
        widthPx: 122,
        cell: ({ price }) => price && <UnitPrice value={price.ppu_wt} />,
      },
      {
        id: 'ppu',
        header: headings.ppu,
        unit: '€',
        kind: 'amount',
        widthPx: 125,
        cell: ({ price }) => price && <UnitPrice value={price.ppu} />,
      },
      {
        id: 'vat',
        header: headings.vat,
        kind: 'percentage',
        widthPx: 84,
        cell: ({ price }) => price && taxValue(price.tax_rate_id),
      },
    ],
    [headings, format, groupTitle, taxValue],
  );
}
