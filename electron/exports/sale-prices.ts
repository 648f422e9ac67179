import {
  PRODUCT_PRICES_CAP,
  type ProductPrice,
  SALE_PRICE_TYPE,
} from '../../shared/contract/product-prices.ts';
import type { Page, ProductPriceQuery } from '../platform/platform.ts';
import { drainPages } from './drain-pages.ts';

type ListPrices = (query: ProductPriceQuery) => Promise<Page<ProductPrice>>;

/** The sale price per product: of type 1 and without a threshold, the one with the lowest id. */
export async function salePrices(
  listPrices: ListPrices,
  product_ids: number[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const prices = new Map<number, ProductPrice>();
  if (product_ids.length === 0) return prices;
  const limit = PRODUCT_PRICES_CAP;
  const pages = drainPages((start) => listPrices({ product_ids, start, limit }), { limit });
  for await (const { rows } of pages) {
    for (const price of rows) {
      if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
      const known = prices.get(price.product_id);
      if (!known || price.id < known.id) prices.set(price.product_id, price);
    }
  }
  return prices;
}
