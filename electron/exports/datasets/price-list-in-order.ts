import {
  PRODUCT_PRICES_CAP,
  type ProductPrice,
  SALE_PRICE_TYPE,
} from '../../../shared/contract/product-prices.ts';
import { PRODUCTS_CAP } from '../../../shared/contract/products.ts';
import type { PriceListRow, ProductQuery } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';

/** The price list in the order of a search or a sort: the list of products page by page, each with its prices. */
export async function* priceListInOrder(
  source: ExportSource,
  query: Omit<ProductQuery, 'start' | 'limit'>,
): AsyncGenerator<readonly PriceListRow[]> {
  const { platform, caller } = source;
  const pages = drainPages((start) =>
    platform.searchProducts(caller, { ...query, start, limit: PRODUCTS_CAP }),
  );
  for await (const products of pages) {
    const ids = products.map(({ id }) => id);
    const prices = await salePrices(source, ids);
    yield products.map(({ id, sku, title }) => ({ id, sku, title, salePrice: prices.get(id) ?? null }));
  }
}

/** The sale price per product: of type 1 and without a threshold, the one with the lowest id. */
async function salePrices(
  { platform, caller }: ExportSource,
  product_ids: number[],
): Promise<ReadonlyMap<number, ProductPrice>> {
  const pages = drainPages((start) =>
    platform.listProductPrices(caller, { product_ids, start, limit: PRODUCT_PRICES_CAP }),
  );
  const prices = new Map<number, ProductPrice>();
  for await (const page of pages) {
    for (const price of page) {
      if (price.product_price_type_id !== SALE_PRICE_TYPE || price.from_qty !== null) continue;
      const known = prices.get(price.product_id);
      if (!known || price.id < known.id) prices.set(price.product_id, price);
    }
  }
  return prices;
}
