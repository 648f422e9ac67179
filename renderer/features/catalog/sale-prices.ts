import { type ProductPrice, SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';

/** By product: the sale row without a quantity threshold; of several the one with the lowest id. */
export function salePrices(prices: readonly ProductPrice[]): ReadonlyMap<number, ProductPrice> {
  const byProduct = new Map<number, ProductPrice>();
  for (const price of prices) {
    if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
    const known = byProduct.get(price.product_id);
    if (!known || price.id < known.id) byProduct.set(price.product_id, price);
  }
  return byProduct;
}
