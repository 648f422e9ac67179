import { sql } from 'kysely';
import { Product } from '../../../shared/contract/products.ts';
import { avoidIndex, isAmong } from '../dialects/expressions.ts';
import type { List } from '../list-reader.ts';
import type { StoreDb } from '../schema.ts';
import type { PageRange, StoreScope } from '../scoped-queries.ts';
import { getProductOrder, getScopeStock, matchProducts, type ProductSelection } from './product-selection.ts';

/** Product fields whose column has the same name and value as in the API. */
export type ProductColumn = Exclude<keyof Product, 'stock'>;

export const PRODUCT_COLUMNS = Object.keys(Product.properties).filter(
  (field): field is ProductColumn => field !== 'stock',
);

/** A listed product. `stock` is in 1/1000, summed over the locations of the scope. */
export type ProductRecord = Awaited<ReturnType<typeof readProducts>>[number];

/** Defines the list of ids of the selected products. */
export function defineProductList(db: StoreDb, scope: StoreScope, selection: ProductSelection): List<{ id: number }> {
  return {
    name: 'products',
    scope,
    selection,
    // Sorting does not change the count.
    subjects: selection.stock === undefined ? ['products'] : ['products', 'stock'],
    query: db.selectFrom('products').select('products.id').where(matchProducts(scope, selection)),
    order: getProductOrder(scope, selection),
  };
}

/** Reads products by id, unsorted. */
export function readProducts(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS.map((column) => `products.${column}` as const))
    .select(sql<number>`${getScopeStock(scope)}`.as('stock'))
    .where(isAmong('products.id', JSON.stringify(ids)))
    .where(avoidIndex('products.account_id'), '=', scope.accountId)
    .execute();
}

/** Reads prices of these products, sorted by product, price type, threshold (no threshold first) and id. */
export function readPrices(db: StoreDb, accountId: number, productIds: readonly number[], page?: PageRange) {
  return db
    .selectFrom('product_prices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isAmong('product_id', JSON.stringify(productIds)))
    .orderBy('product_id')
    .orderBy('product_price_type_id')
    .orderBy('from_qty', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .$if(page !== undefined, (prices) => prices.limit(page?.limit ?? 0).offset(page?.start ?? 0))
    .execute();
}

export async function countPrices(db: StoreDb, accountId: number, productIds: readonly number[]): Promise<number> {
  const { total } = await db
    .selectFrom('product_prices')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where(isAmong('product_id', JSON.stringify(productIds)))
    .executeTakeFirstOrThrow();
  return total;
}
