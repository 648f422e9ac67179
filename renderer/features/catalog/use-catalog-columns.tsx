import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { UnitPrice } from '../../components/unit-price.tsx';
import { useFormat } from '../../lib/language.ts';
import type { CatalogRow } from './api/catalog-page.ts';
import type { CatalogLookups } from './use-catalog-lookups.ts';

/** The ids of the priced columns and of `sku` and `title` are those of the price list export. */
export function useCatalogColumns(lookups: CatalogLookups): readonly TableColumn<CatalogRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { groupTitle, taxValue } = lookups;
  return useMemo(
    (): readonly TableColumn<CatalogRow>[] => [
      {
        id: 'sku',
        header: t('catalog.sku'),
        kind: 'text',
        widthPx: 150,
        sortId: 'sku',
        cell: ({ product }) => product.sku,
      },
      {
        id: 'title',
        header: t('catalog.product'),
        kind: 'text',
        widthPx: 202,
        grows: true,
        hideable: false,
        sortId: 'title',
        cell: ({ product }) => product.title,
      },
      {
        id: 'group',
        header: t('catalog.group'),
        kind: 'text',
        widthPx: 204,
        cell: ({ product }) => groupTitle(product.product_group_id),
      },
      {
        id: 'stock',
        header: t('catalog.stock'),
        kind: 'quantity',
        widthPx: 104,
        sortId: 'stock',
        cell: ({ product }) => format.quantity(product.stock),
      },
      {
        id: 'ppu_wt',
        header: t('catalog.priceWithTax'),
        kind: 'amount',
        widthPx: 112,
        cell: ({ price }) => price && <UnitPrice value={price.ppu_wt} />,
      },
      {
        id: 'ppu',
        header: t('catalog.priceWithoutTax'),
        kind: 'amount',
        widthPx: 112,
        cell: ({ price }) => price && <UnitPrice value={price.ppu} />,
      },
      {
        id: 'vat',
        header: t('catalog.tax'),
        kind: 'percentage',
        widthPx: 84,
        cell: ({ price }) => price && taxValue(price.tax_rate_id),
      },
    ],
    [t, format, groupTitle, taxValue],
  );
}
