import type { Kysely } from 'kysely';
import { SALE_PRICE_TYPE } from '../../../shared/contract/product-prices.ts';
import type { StockPlace } from '../catalog/catalog-writer.ts';
import type { StoreSchema } from '../schema.ts';

type Db = Kysely<StoreSchema>;

/** All sale prices of an account, by id. */
export function readSalePrices(db: Db, accountId: number) {
  return db
    .selectFrom('product_prices')
    .select(['id', 'product_id', 'product_price_type_id', 'from_qty', 'ppu', 'ppu_wt'])
    .where('account_id', '=', accountId)
    .where('product_price_type_id', '=', SALE_PRICE_TYPE)
    .orderBy('id')
    .execute();
}

/** In 1/1000; undefined where the product is not kept. */
export async function readStockAt(
  db: Db,
  { account_id, product_id, location_id }: StockPlace,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('stock')
    .select('quantity')
    .where('account_id', '=', account_id)
    .where('product_id', '=', product_id)
    .where('location_id', '=', location_id)
    .executeTakeFirst();
  return row?.quantity;
}
