import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { catalog } from '../../../shared/datasets/declarations.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import { UnitPrice } from '../../components/figures.tsx';
import textStyles from '../../components/text.module.css';
import { useHeadings } from '../../lib/language.ts';
import styles from './catalog.module.css';
import type { CatalogLookups } from './catalog-lookups.ts';
import { isSalePrice } from './queries.ts';

interface PriceTableProps {
  readonly prices: readonly ProductPrice[];
  readonly lookups: CatalogLookups;
}

/**
 * Every price row of a product in the order of the API. If there are several sale prices, marks the one that is used.
 */
export function PriceTable({ prices, lookups }: PriceTableProps) {
  const { t } = useTranslation();
  const headings = useHeadings(catalog);
  const formatPriceKind = useFormatPriceKind(prices);
  if (prices.length === 0) return <p className={styles.none}>{t('catalog.neverPriced')}</p>;
  const rivals = prices.filter(isSalePrice);
  const usedId = Math.min(...rivals.map(({ id }) => id));
  const formatUsage = (price: ProductPrice) => {
    if (rivals.length < 2 || !isSalePrice(price)) return null;
    return t(price.id === usedId ? 'catalog.used' : 'catalog.notUsed');
  };
  return (
    <>
      {rivals.length === 0 && <p className={styles.none}>{t('catalog.noSalePrice')}</p>}
      {rivals.length > 1 && (
        <p className={styles.doubtText}>
          <IconAlertTriangle size={15} aria-hidden />
          {t('catalog.severalSalePrices', { count: rivals.length })}
        </p>
      )}
      <PlainTable
        label={t('catalog.prices')}
        className={styles.table}
        columns={[
          {
            id: 'price',
            isRowHeading: true,
            header: t('catalog.price'),
            cell: (price) => (
              <>
                {formatPriceKind(price)}{' '}
                {formatUsage(price) && <span className={textStyles.small}>{formatUsage(price)}</span>}
              </>
            ),
          },
          { id: 'ppu_wt', header: t('catalog.withTax'), cell: ({ ppu_wt }) => <UnitPrice value={ppu_wt} /> },
          { id: 'ppu', header: t('catalog.withoutTax'), cell: ({ ppu }) => <UnitPrice value={ppu} /> },
          {
            id: 'vat',
            header: headings.vat,
            cell: ({ tax_rate_id: id }) => lookups.formatRate(id),
            getTitle: ({ tax_rate_id: id }) => lookups.formatRateLabel(id),
          },
        ]}
        rows={prices}
        getRowKey={({ id }) => id}
      />
    </>
  );
}

/**
 * Formats the kind of a price row, such as `Verkoop vanaf 10 stuks`. Kinds of cost have no names, so several are
 * distinguished by their type.
 */
function useFormatPriceKind(prices: readonly ProductPrice[]): (price: ProductPrice) => string {
  const { t } = useTranslation();
  const types = new Set(
    prices.map(({ product_price_type_id: type }) => type).filter((type) => type !== SALE_PRICE_TYPE),
  );
  const cost = types.size > 1 ? 'catalog.costPriceOfType' : 'catalog.costPrice';
  return ({ product_price_type_id: type, from_qty: quantity }) => {
    const kind = type === SALE_PRICE_TYPE ? t('catalog.salePrice') : t(cost, { type });
    if (quantity === null) return kind;
    return t('catalog.fromQuantity', { kind, count: quantity });
  };
}
