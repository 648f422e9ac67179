import { sql } from 'kysely';
import { Product } from '../../../shared/contract/products.ts';
import { isAmong, notByIndex } from '../dialects/expressions.ts';
import type { List } from '../list-reader.ts';
import type { StoreDb } from '../schema.ts';
import type { PageRange, StoreScope } from '../scoped-queries.ts';
import { type ProductSelection, productOrder, selectedProducts, stockOf } from './product-selection.ts';

/** The fields of a product that are stored under their own name and as the API shows them. */
export type ProductColumn = Exclude<keyof Product, 'stock'>;

export const PRODUCT_COLUMNS = Object.keys(Product.properties).filter(
  (field): field is ProductColumn => field !== 'stock',
);

/** A product as it is listed. Its stock is in 1/1000, over the locations of the scope. */
export type ProductRecord = Awaited<ReturnType<typeof readProducts>>[number];

/** The ids of the products of a selection, in its order. */
export function productList(db: StoreDb, scope: StoreScope, selection: ProductSelection): List<{ id: number }> {
  return {
    name: 'products',
    scope,
    selection,
    // The order does not change the count.
    subjects: selection.stock === undefined ? ['products'] : ['products', 'stock'],
    query: db.selectFrom('products').select('products.id').where(selectedProducts(scope, selection)),
    order: productOrder(scope, selection),
  };
}

/** These products, unsorted. */
export function readProducts(db: StoreDb, scope: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS.map((column) => `products.${column}` as const))
    .select(sql<number>`${stockOf(scope)}`.as('stock'))
    .where(isAmong('products.id', JSON.stringify(ids)))
    .where(notByIndex('products.account_id'), '=', scope.accountId)
    .execute();
}

/** The price rows of some products, by product, price type, threshold (none first) and id. */
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
