import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { catalog } from '../../../shared/datasets/declarations.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { QuantityText, UnitPrice } from '../../components/figures.tsx';
import { useHeadings } from '../../lib/language.ts';
import styles from './catalog.module.css';
import type { CatalogLookups } from './catalog-lookups.ts';
import type { CatalogRow } from './queries.ts';

/** Ids and headings are those of the export; the price list knows some of them by the same ids. */
export function useCatalogColumns(lookups: CatalogLookups): readonly TableColumn<CatalogRow>[] {
  const { t } = useTranslation();
  const headings = useHeadings(catalog);
  const { groupTitle, taxValue, taxName } = lookups;
  return useMemo(
    (): readonly TableColumn<CatalogRow>[] => [
      {
        id: 'sku',
        header: headings.sku,
        kind: 'text',
        widthPx: 154,
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
        widthPx: 112,
        sortId: 'stock',
        cell: ({ product }) => <QuantityText value={product.stock} />,
        copied: ({ product }) => product.stock,
      },
      {
        id: 'ppu_wt',
        header: headings.ppu_wt,
        unit: '€',
        kind: 'amount',
        widthPx: 122,
        cell: (row) => <SalePrice row={row} />,
        copied: ({ price }) => price?.ppu_wt ?? null,
      },
      {
        id: 'ppu',
        header: headings.ppu,
        unit: '€',
        kind: 'amount',
        widthPx: 125,
        cell: ({ price }) => price && <UnitPrice value={price.ppu} />,
        copied: ({ price }) => price?.ppu ?? null,
      },
      {
        id: 'vat',
        header: headings.vat,
        kind: 'percentage',
        widthPx: 84,
        cell: ({ price }) => price && taxValue(price.tax_rate_id),
      },
      {
        id: 'vat_name',
        header: headings.vat_name,
        kind: 'text',
        widthPx: 112,
        hiddenAtFirst: true,
        cell: ({ price }) => price && taxName(price.tax_rate_id),
      },
      {
        id: 'never_priced',
        header: headings.never_priced,
        kind: 'text',
        widthPx: 124,
        hiddenAtFirst: true,
        cell: ({ price }) => t(price ? 'states.no' : 'states.yes'),
      },
      {
        id: 'id',
        header: headings.id,
        kind: 'quantity',
        widthPx: 98,
        hiddenAtFirst: true,
        sortId: 'id',
        cell: ({ product }) => product.id,
      },
      {
        id: 'shop_product_id',
        header: headings.shop_product_id,
        kind: 'quantity',
        widthPx: 150,
        hiddenAtFirst: true,
        cell: ({ product }) => product.shop_product_id,
      },
    ],
    [headings, groupTitle, taxValue, taxName, t],
  );
}

/** The sale price including VAT, blank where there is none; marked where the product has more than one. */
function SalePrice({ row: { price, rivals = 0 } }: { readonly row: CatalogRow }) {
  const { t } = useTranslation();
  if (price === null) return null;
  const doubt = t('catalog.severalSalePrices', { count: rivals + 1 });
  return (
    <>
      {rivals > 0 && (
        <span className={styles.doubt} role="img" aria-label={doubt} title={doubt}>
          <IconAlertTriangle size={14} aria-hidden />
        </span>
      )}
      <UnitPrice value={price.ppu_wt} />
    </>
  );
}
