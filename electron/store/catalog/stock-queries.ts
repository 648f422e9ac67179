import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { isAmong } from '../dialects/expressions.ts';
import type { List } from '../list-reader.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import type { StoreScope } from '../scoped-queries.ts';
import { matchNames, matchProducts, type ProductSelection } from './product-selection.ts';

export type StockRecord = Awaited<ReturnType<typeof readStock>>[number];

type StockSelection = Pick<ProductSelection, 'q' | 'product_group_id'>;

/** A product at a location. */
export interface StockKey {
  readonly product_id: number;
  readonly location_id: number;
}

/** Defines the list of keys of the selected stock, sorted by product and location. */
export function defineStockList(db: StoreDb, scope: StoreScope, selection: StockSelection): List<StockKey> {
  const { q, product_group_id } = selection;
  const isUnfiltered = q === undefined && product_group_id === undefined;
  return {
    name: 'stock',
    scope,
    selection,
    subjects: ['products', 'stock'],
    query: db
      .selectFrom('stock')
      .select(['stock.product_id', 'stock.location_id'])
      .where(isStockInScope(scope))
      .$if(!isUnfiltered, (stock) =>
        stock
          .innerJoin('products', 'products.id', 'stock.product_id')
          .where(matchProducts(scope, { product_group_id }))
          .where(matchNames(q)),
      ),
    order: [
      { by: sql.ref('stock.product_id'), direction: 'asc' },
      { by: sql.ref('stock.location_id'), direction: 'asc' },
    ],
  };
}

/** Reads the stock for a page of keys, sorted by product and location. Quantities are in 1/1000. */
export async function readStock(db: StoreDb, scope: StoreScope, keys: readonly StockKey[]) {
  const [first] = keys;
  if (first === undefined) return [];
  const rows = await db
    .selectFrom('stock')
    .innerJoin('products', 'products.id', 'stock.product_id')
    .select(['stock.product_id', 'products.sku', 'products.title', 'stock.location_id', 'stock.quantity'])
    .where(isStockInScope(scope))
    .where(isAmong('stock.product_id', JSON.stringify(keys.map(({ product_id }) => product_id))))
    .orderBy('stock.product_id')
    .orderBy('stock.location_id')
    .execute();
  // A page may start or end between two locations of the same product.
  const start = rows.findIndex((row) => row.product_id === first.product_id && row.location_id === first.location_id);
  return rows.slice(start, start + keys.length);
}

function isStockInScope({ accountId, locationId }: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'stock'>();
  const isInAccount = eb('stock.account_id', '=', accountId);
  return locationId === null ? isInAccount : eb.and([isInAccount, eb('stock.location_id', '=', locationId)]);
}
