import { PRODUCT_PRICES_CAP, type ProductPrice } from '../../shared/contract/product-prices.ts';
import type { Page, ProductPriceQuery } from '../platform/platform.ts';
import { noteSalePrices } from '../platform/sale-prices.ts';
import { drainPages } from './drain-pages.ts';

type ListPrices = (query: ProductPriceQuery) => Promise<Page<ProductPrice>>;

/** The sale price per product. */
export async function salePrices(
  listPrices: ListPrices,
  product_ids: number[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const prices = new Map<number, ProductPrice>();
  if (product_ids.length === 0) return prices;
  const limit = PRODUCT_PRICES_CAP;
  const pages = drainPages((start) => listPrices({ product_ids, start, limit }), { limit });
  for await (const { rows } of pages) {
    noteSalePrices(prices, rows);
  }
  return prices;
}
