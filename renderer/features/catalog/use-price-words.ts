import { useTranslation } from 'react-i18next';
import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import { useFormat } from '../../lib/language.ts';

/** What a price row is, such as `Verkoop vanaf 10 stuks`. */
export function usePriceWords(): (price: ProductPrice) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ product_price_type_id: type, from_qty: quantity }) => {
    const kind = type === SALE_PRICE_TYPE ? t('catalog.salePrice') : t('catalog.costPrice', { type });
    if (quantity === null) return kind;
    return t('catalog.fromQuantity', { kind, count: quantity, text: format.quantity(quantity) });
  };
}
