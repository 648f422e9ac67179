import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { STOCK_STATES } from '../../../shared/contract/products.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import type { TableColumn } from '../../components/data-table/table-column.ts';
import { QuantityText, UnitPrice } from '../../components/figures.tsx';
import textStyles from '../../components/text.module.css';
import { useMe } from '../../lib/host/session.ts';
import { useHeadings } from '../../lib/language.ts';
import styles from './catalog.module.css';
import type { CatalogLookups } from './catalog-lookups.ts';
import type { ChangeCatalog } from './catalog-search.ts';
import type { CatalogRow } from './queries.ts';

/** The ids and headings are those of the export. The price list uses some of the same ids. */
export function useCatalogColumns(lookups: CatalogLookups, change: ChangeCatalog): readonly TableColumn<CatalogRow>[] {
  const latest = useRef(change);
  latest.current = change;
  const { t } = useTranslation();
  const headings = useHeadings(catalog);
  const lockedTitle = useMe().locked_location?.title;
  const { getGroupTitle, formatRate, formatRateLabel } = lookups;
  return useMemo((): readonly TableColumn<CatalogRow>[] => {
    const header = (id: ColumnsOf<typeof catalog>, widthPx: number) => ({ id, header: headings[id], widthPx });
    const hidden = (id: ColumnsOf<typeof catalog>, widthPx: number) =>
      ({ ...header(id, widthPx), hiddenAtFirst: true }) as const;
    return [
      { ...header('sku', 154), minWidthPx: 154, kind: 'text', sortId: 'sku', cell: ({ product }) => product.sku },
      {
        ...header('title', 290),
        minWidthPx: 180,
        kind: 'text',
        grows: true,
        hideable: false,
        sortId: 'title',
        cell: ({ product }) => product.title,
      },
      {
        ...header('group', 188),
        kind: 'text',
        sortId: 'product_group',
        cell: ({ product }) => getGroupTitle(product.product_group_id),
        onFilter: ({ product }) => latest.current({ product_group_id: product.product_group_id }),
      },
      {
        ...header('stock', 124),
        // The only stock that a locked user sees.
        ...(lockedTitle !== undefined && { header: `${headings.stock} ${lockedTitle}` }),
        minWidthPx: 108,
        kind: 'quantity',
        sortId: 'stock',
        cell: ({ product }) => <QuantityText value={product.stock} isStock />,
        copied: ({ product }) => product.stock,
        figure: ({ product }) => product.stock,
        onFilter: ({ product }) => latest.current({ stock: getStockState(product.stock) }),
        filterText: ({ product }) => t(`catalog.stockStates.${getStockState(product.stock)}`),
      },
      {
        ...header('ppu_wt', 134),
        unit: '€',
        kind: 'amount',
        sortId: 'price',
        cell: (row) => <SalePrice row={row} />,
        copied: ({ price }) => price?.ppu_wt ?? null,
      },
      {
        ...header('ppu', 137),
        unit: '€',
        kind: 'amount',
        sortId: 'price_ex',
        cell: ({ price }) => price && <UnitPrice value={price.ppu} />,
        copied: ({ price }) => price?.ppu ?? null,
      },
      {
        ...header('vat', 84),
        yields: 1,
        kind: 'percentage',
        sortId: 'tax_rate',
        cell: ({ price }) => price && formatRate(price.tax_rate_id),
        filterId: 'tax_rate_id',
        onFilter: ({ price }) => price && latest.current({ tax_rate_id: price.tax_rate_id }),
      },
      { ...hidden('vat_name', 112), kind: 'text', cell: ({ price }) => price && formatRateLabel(price.tax_rate_id) },
      { ...hidden('never_priced', 124), kind: 'text', cell: ({ price }) => t(price ? 'states.no' : 'states.yes') },
      { ...hidden('id', 98), kind: 'text', sortId: 'id', cell: ({ product }) => String(product.id) },
      { ...hidden('shop_product_id', 150), kind: 'text', cell: ({ product }) => String(product.shop_product_id) },
      { ...hidden('barcode', 134), kind: 'text', cell: ({ product }) => product.barcode },
    ];
  }, [headings, lockedTitle, getGroupTitle, formatRate, formatRateLabel, t]);
}

function getStockState(stock: number): (typeof STOCK_STATES)[number] {
  if (stock === 0) return 'none';
  return stock < 0 ? 'negative' : 'positive';
}

/** The sale price including VAT, or that there is none. Has an icon if the product has more than one. */
function SalePrice({ row: { price, rivals = 0 } }: { readonly row: CatalogRow }) {
  const { t } = useTranslation();
  if (price === null) return <span className={textStyles.muted}>{t('catalog.noPrice')}</span>;
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
