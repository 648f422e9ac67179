import { PRODUCTS_CAP } from '../../../shared/contract/products.ts';
import type { PriceListRow, ProductQuery } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';
import { drainPages } from '../drain-pages.ts';
import { salePrices } from '../sale-prices.ts';

/** The price list in the order of a search or a sort: the list of products page by page, each with its prices. */
export async function* priceListInOrder(
  { platform, caller }: ExportSource,
  query: Omit<ProductQuery, 'start' | 'limit'>,
): AsyncGenerator<readonly PriceListRow[]> {
  const limit = PRODUCTS_CAP;
  const pages = drainPages((start) => platform.searchProducts(caller, { ...query, start, limit }), { limit });
  for await (const { rows } of pages) {
    const prices = await salePrices(
      (asked) => platform.listProductPrices(caller, asked),
      rows.map(({ id }) => id),
    );
    yield rows.map(({ id, sku, title }) => ({ id, sku, title, salePrice: prices.get(id) ?? null }));
  }
}
