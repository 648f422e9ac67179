import {
  PRODUCT_PRICES_CAP,
  PRODUCT_PRICES_MAX_IDS,
  type ProductPrice,
} from '../../../shared/contract/product-prices.ts';
import type { Caller } from '../../base/caller.ts';
import type { Platform } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';

/** Of the products of one call, which never come near it. */
const MOST_PRICES = 100 * PRODUCT_PRICES_CAP;

/**
 * Every price row of some products. Throws `PlatformError` `invalid_answer` for rows that were not asked for, and for
 * rows without end.
 */
export async function readAllPrices(
  remote: Pick<Platform, 'listProductPrices'>,
  caller: Caller,
  productIds: readonly number[],
): Promise<ProductPrice[]> {
  const prices: ProductPrice[][] = [];
  for (let at = 0; at < productIds.length; at += PRODUCT_PRICES_MAX_IDS) {
    prices.push(await pricesOf(remote, caller, productIds.slice(at, at + PRODUCT_PRICES_MAX_IDS)));
  }
  return prices.flat();
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
    const isAsked = page.rows.every(({ product_id }) => asked.has(product_id));
    const breaksOff = page.rows.length === 0 && page.total > prices.length;
    if (!isAsked || breaksOff || page.total > MOST_PRICES) {
      throw new PlatformError('invalid_answer', 'The prices that came are not those that were asked for.');
    }
    prices.push(...page.rows);
    total = page.total;
  }
  return prices;
}
