import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { isAmong } from '../dialects/expressions.ts';
import type { List } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { namedProducts, type ProductSelection, selectedProducts } from './product-selection.ts';

export type StockRecord = Awaited<ReturnType<typeof readStock>>[number];

type StockSelection = Pick<ProductSelection, 'q' | 'product_group_id'>;

/** A product at a location. */
export interface StockKey {
  readonly product_id: number;
  readonly location_id: number;
}

/** The keys of the stock of a selection, sorted by product and location. */
export function stockList(db: StoreDb, scope: StoreScope, selection: StockSelection): List<StockKey> {
  const { q, product_group_id } = selection;
  const isOfAll = q === undefined && product_group_id === undefined;
  return {
    name: 'stock',
    scope,
    selection,
    subjects: ['products', 'stock'],
    query: db
      .selectFrom('stock')
      .select(['stock.product_id', 'stock.location_id'])
      .where(stockInScope(scope))
      .$if(!isOfAll, (stock) =>
        stock
          .innerJoin('products', 'products.id', 'stock.product_id')
          .where(selectedProducts(scope, { product_group_id }))
          .where(namedProducts(q)),
      ),
    order: [
      { by: sql.ref('stock.product_id'), direction: 'asc' },
      { by: sql.ref('stock.location_id'), direction: 'asc' },
    ],
  };
}

/** The stock of a page of keys, by product and location; the quantity is in 1/1000. */
export async function readStock(db: StoreDb, scope: StoreScope, keys: readonly StockKey[]) {
  const [first] = keys;
  if (first === undefined) return [];
  const rows = await db
    .selectFrom('stock')
    .innerJoin('products', 'products.id', 'stock.product_id')
    .select(['stock.product_id', 'products.sku', 'products.title', 'stock.location_id', 'stock.quantity'])
    .where(stockInScope(scope))
    .where(isAmong('stock.product_id', JSON.stringify(keys.map(({ product_id }) => product_id))))
    .orderBy('stock.product_id')
    .orderBy('stock.location_id')
    .execute();
  // The page may begin and end between two locations of a product.
  const start = rows.findIndex((row) => row.product_id === first.product_id && row.location_id === first.location_id);
  return rows.slice(start, start + keys.length);
}

/** Stock that is visible in the scope. */
function stockInScope({ accountId, locationId }: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'stock'>();
  const isOfAccount = eb('stock.account_id', '=', accountId);
  return locationId === null ? isOfAccount : eb.and([isOfAccount, eb('stock.location_id', '=', locationId)]);
}
