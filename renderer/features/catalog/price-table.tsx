import { useTranslation } from 'react-i18next';
import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { catalog } from '../../../shared/datasets/catalog.ts';
import { UnitPrice } from '../../components/unit-price.tsx';
import { useHeadings } from '../../lib/headings.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './product-drawer.module.css';
import type { CatalogLookups } from './use-catalog-lookups.ts';

interface PriceTableProps {
  readonly prices: readonly ProductPrice[];
  readonly lookups: CatalogLookups;
}

/** Every price row of a product, in the order of the API. */
export function PriceTable({ prices, lookups }: PriceTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const headings = useHeadings(catalog);
  if (prices.length === 0) return <p className={styles.none}>{t('catalog.neverPriced')}</p>;
  return (
    <table className={styles.prices}>
      <thead>
        <tr>
          <th scope="col">{t('catalog.priceType')}</th>
          <th scope="col">{t('catalog.fromQuantity')}</th>
          <th scope="col">{t('catalog.withTax')}</th>
          <th scope="col">{t('catalog.withoutTax')}</th>
          <th scope="col">{headings.vat}</th>
        </tr>
      </thead>
      <tbody>
        {prices.map((price) => (
          <tr key={price.id}>
            <td>
              {price.product_price_type_id === SALE_PRICE_TYPE
                ? t('catalog.salePrice')
                : t('catalog.costPrice', { type: price.product_price_type_id })}
            </td>
            <td>{price.from_qty === null ? '' : format.quantity(price.from_qty)}</td>
            <td>
              <UnitPrice value={price.ppu_wt} />
            </td>
            <td>
              <UnitPrice value={price.ppu} />
            </td>
            <td title={lookups.taxName(price.tax_rate_id)}>{lookups.taxValue(price.tax_rate_id)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
