import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { type ProductSelection, selectedProducts } from './product-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;
type StockSelection = Pick<ProductSelection, 'q' | 'product_group_id'>;

export type StockRecord = Awaited<ReturnType<typeof readStock>>[number];

export async function countStock(db: Db, scope: StoreScope, selection: StockSelection): Promise<number> {
  const { total } = await selectedStock(db, scope, selection)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of stock by product and location. */
export function readStock(db: Db, scope: StoreScope, selection: StockSelection, page: PageRange) {
  return stockOfPage(db, scope, selection, page).execute();
}

/** The query itself, for a look at how it is run. */
export function stockOfPage(db: Db, scope: StoreScope, selection: StockSelection, page: PageRange) {
  return selectedStock(db, scope, selection)
    .select(['stock.product_id', 'products.sku', 'products.title', 'stock.location_id', 'stock.quantity'])
    .orderBy('stock.product_id')
    .orderBy('stock.location_id')
    .limit(page.limit)
    .offset(page.start);
}

function selectedStock(db: Db, scope: StoreScope, selection: StockSelection) {
  return db
    .selectFrom('stock')
    .innerJoin('products', 'products.id', 'stock.product_id')
    .where(stockInScope(scope))
    .where(selectedProducts(scope, selection));
}

/** Stock that the scope lets see. */
function stockInScope({ accountId, locationId }: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'stock'>();
  const isOfAccount = eb('stock.account_id', '=', accountId);
  return locationId === null ? isOfAccount : eb.and([isOfAccount, eb('stock.location_id', '=', locationId)]);
}
