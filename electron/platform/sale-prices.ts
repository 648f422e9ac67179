import { type ProductPrice, SALE_PRICE_TYPE } from '../../shared/contract/product-prices.ts';

/** Adds the sale price of each product: the price of type 1 without a threshold that has the lowest id. */
export function noteSalePrices(sale: Map<number, ProductPrice>, prices: readonly ProductPrice[]): void {
  for (const price of prices) {
    if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
    const known = sale.get(price.product_id);
    if (!known || price.id < known.id) sale.set(price.product_id, price);
  }
}
