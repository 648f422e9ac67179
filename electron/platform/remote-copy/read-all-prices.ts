import {
  PRODUCT_PRICES_CAP,
  PRODUCT_PRICES_MAX_IDS,
  type ProductPrice,
} from '../../../shared/contract/product-prices.ts';
import type { Caller, Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';

/** Every price row of some products. Throws `PlatformError` `invalid_answer` for rows that were not asked for. */
export async function readAllPrices(
  remote: Pick<Platform, 'listProductPrices'>,
  caller: Caller,
  productIds: readonly number[],
): Promise<ProductPrice[]> {
  const prices: ProductPrice[] = [];
  for (let at = 0; at < productIds.length; at += PRODUCT_PRICES_MAX_IDS) {
    prices.push(...(await pricesOf(remote, caller, productIds.slice(at, at + PRODUCT_PRICES_MAX_IDS))));
  }
  return prices;
}

async function pricesOf(
  remote: Pick<Platform, 'listProductPrices'>,
  caller: Caller,
  product_ids: number[],
): Promise<ProductPrice[]> {
  const asked = new Set(product_ids);
  const prices: ProductPrice[] = [];
  for (let total = 1; prices.length < total; ) {
    const query = { product_ids, start: prices.length, limit: PRODUCT_PRICES_CAP };
    const page = await remote.listProductPrices(caller, query);
    const isStrange = page.rows.some(({ product_id }) => !asked.has(product_id));
    if (isStrange || (page.rows.length === 0 && page.total > prices.length)) {
      throw new PlatformError('invalid_answer', 'The prices that came are not those that were asked for.');
    }
    prices.push(...page.rows);
    total = page.total;
  }
  return prices;
}
