import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';

/** What somebody pays for one: a sale row without a quantity threshold. */
export function isSalePrice(price: ProductPrice): boolean {
  return price.product_price_type_id === SALE_PRICE_TYPE && price.from_qty === null;
}

/** By product: its sale rows, the one that is used first. Of several that is the one with the lowest id. */
export function salePrices(prices: readonly ProductPrice[]): ReadonlyMap<number, readonly ProductPrice[]> {
  const ascending = prices.filter(isSalePrice).sort((left, right) => left.id - right.id);
  return Map.groupBy(ascending, ({ product_id }) => product_id);
}
