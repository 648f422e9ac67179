import type { Kysely } from 'kysely';
import { type ProductSelection, productOrder, selectedProducts, stockOf } from './product-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;

export type ProductRow = Awaited<ReturnType<typeof readProducts>>[number];

export async function countProducts(db: Db, scope: StoreScope, selection: ProductSelection): Promise<number> {
  const { total } = await db
    .selectFrom('products')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(selectedProducts(scope, selection))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of products with their stock at the locations of the scope. */
export function readProducts(db: Db, scope: StoreScope, selection: ProductSelection, page: PageRange) {
  let products = productsWithStock(db, scope).where(selectedProducts(scope, selection));
  for (const { by, direction } of productOrder(scope, selection)) products = products.orderBy(by, direction);
  return products.limit(page.limit).offset(page.start).execute();
}

export function findProductRow(db: Db, scope: StoreScope, id: number) {
  return productsWithStock(db, scope)
    .where('products.account_id', '=', scope.accountId)
    .where('products.id', '=', id)
    .executeTakeFirst();
}

function productsWithStock(db: Db, scope: StoreScope) {
  return db
    .selectFrom('products')
    .select(['products.id', 'sku', 'title', 'product_group_id', 'shop_product_id'])
    .select(stockOf(scope).as('stock'));
}

export async function countPrices(db: Db, accountId: number, productIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('product_prices')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('product_id', 'in', productIds)
    .executeTakeFirstOrThrow();
  return total;
}

/** Price rows by product, price type, threshold (none first), id. */
export function readPrices(db: Db, accountId: number, productIds: readonly number[], page?: PageRange) {
  return db
    .selectFrom('product_prices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('product_price_type_id')
    .orderBy('from_qty', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .$if(page !== undefined, (prices) => prices.limit(page?.limit ?? 0).offset(page?.start ?? 0))
    .execute();
}
