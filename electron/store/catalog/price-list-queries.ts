import type { StoreDb } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { isSalePrice, type ProductSelection, selectedProducts } from './product-selection.ts';

export type PriceListRecord = Awaited<ReturnType<typeof readPriceListRecords>>[number];

/**
 * Products after an id, in the order of their ids, each with its sale price or nulls. A product with several sale prices
 * has several records, the valid price first; `limit` counts records.
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
    .where(selectedProducts(scope, selection))
    .where('products.id', '>', afterId)
    .orderBy('products.id')
    .orderBy('sale_price.id')
    .limit(limit)
    .execute();
}
