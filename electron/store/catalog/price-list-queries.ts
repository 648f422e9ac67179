import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { isSalePrice, matchProducts, type ProductSelection } from './product-selection.ts';

export type PriceListRecord = Awaited<ReturnType<typeof readPriceListRecords>>[number];

/**
 * Reads products with an id above `afterId`, sorted by id, with their sale price or nulls. A product with several sale
 * prices has several records, the valid one first. `limit` counts records.
 */
export function readPriceListRecords(
  db: StoreDb,
  scope: StoreScope,
  selection: Omit<ProductSelection, 'q' | 'sort'>,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
) {
  return db
    .selectFrom('products')
    .leftJoin('product_prices as sale_price', (join) =>
      join
        .onRef('sale_price.account_id', '=', 'products.account_id')
        .onRef('sale_price.product_id', '=', 'products.id')
        .on(isSalePrice('sale_price')),
    )
    .select(['products.id', 'sku', 'title', 'ppu', 'ppu_wt', 'tax_rate_id'])
    .where(matchProducts(scope, selection))
    .where('products.id', '>', afterId)
    .orderBy('products.id')
    .orderBy('sale_price.id')
    .limit(limit)
    .execute();
}
