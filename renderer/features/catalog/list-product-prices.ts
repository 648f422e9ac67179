import { listProductPrices, type ProductPrice } from '../../../shared/contract/product-prices.ts';
import { readApi } from '../../lib/host/api-client.ts';

/** Every price row of at most 200 products, however many calls that takes. */
export async function readPricesOf(
  productIds: readonly number[],
  signal: AbortSignal,
): Promise<ProductPrice[]> {
  if (productIds.length === 0) return [];
  const rows: ProductPrice[] = [];
  for (;;) {
    const query = { product_ids: [...productIds], start: rows.length };
    const { data, total } = await readApi(listProductPrices, { query, signal });
    rows.push(...data);
    if (data.length === 0 || rows.length >= total) return rows;
  }
}
