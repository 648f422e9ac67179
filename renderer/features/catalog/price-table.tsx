import { useTranslation } from 'react-i18next';
import type { ProductPrice } from '../../../shared/contract/product-prices.ts';
import { catalog } from '../../../shared/datasets/catalog.ts';
import { UnitPrice } from '../../components/unit-price.tsx';
import { useHeadings } from '../../lib/headings.ts';
import type { CatalogLookups } from './catalog-lookups.ts';
import { PriceDoubt } from './price-doubt.tsx';
import styles from './price-table.module.css';
import { isSalePrice } from './sale-prices.ts';
import { usePriceWords } from './use-price-words.ts';

interface PriceTableProps {
  readonly prices: readonly ProductPrice[];
  readonly lookups: CatalogLookups;
}

/** Every price row of a product, in the order of the API, and which one is used where several could be. */
export function PriceTable({ prices, lookups }: PriceTableProps) {
  const { t } = useTranslation();
  const headings = useHeadings(catalog);
  const words = usePriceWords();
  if (prices.length === 0) return <p className={styles.none}>{t('catalog.neverPriced')}</p>;
  const rivals = prices.filter(isSalePrice);
  const usedId = Math.min(...rivals.map(({ id }) => id));
  const usageOf = (price: ProductPrice) => {
    if (rivals.length < 2 || !isSalePrice(price)) return null;
    return t(price.id === usedId ? 'catalog.used' : 'catalog.notUsed', { id: String(price.id) });
  };
  return (
    <>
      <PriceDoubt salePrices={rivals.length} />
      <table className={styles.prices} aria-label={t('catalog.prices')}>
        <thead>
          <tr>
            <th scope="col">{t('catalog.price')}</th>
            <th scope="col">{t('catalog.withTax')}</th>
            <th scope="col">{t('catalog.withoutTax')}</th>
            <th scope="col">{headings.vat}</th>
          </tr>
        </thead>
        <tbody>
          {prices.map((price) => (
            <tr key={price.id}>
              <td>
                {words(price)} {usageOf(price) && <span className={styles.use}>{usageOf(price)}</span>}
              </td>
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
    </>
  );
}
