import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { QUANTITY_SCALE } from '../../../shared/money.ts';
import { jsonDecimal, jsonFlag, jsonObject, jsonRows, jsonString } from '../dialects/expressions.ts';
import { LISTED_PAGE, listedRows, type OrderedList, type OrderedPlaces } from '../ordered-lists.ts';
import type { StoreDb, StoreSchema } from '../schema.ts';
import { onlyRow, type PageRange, prepareScopedQuery, type StoreScope } from '../scoped-queries.ts';
import { versionColumn } from '../versions.ts';
import { type ProductSelection, selectedProducts } from './product-selection.ts';

type StockSelection = Pick<ProductSelection, 'q' | 'product_group_id'>;

/** A page of all stock by product and location, and the version of the stock places that it belongs to. */
export async function readStockPage(db: StoreDb, scope: StoreScope, { start, limit }: PageRange) {
  return onlyRow(await stockPage.run(db, scope, { start, limit }));
}

const stockPage = prepareScopedQuery({ start: 0, limit: 0 }, (db, scope, { start, limit }) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom('stock')
        .innerJoin('products', 'products.id', 'stock.product_id')
        .select(STOCK_COLUMNS)
        .where(stockInScope(scope))
        .orderBy('stock.product_id')
        .orderBy('stock.location_id')
        .limit(limit)
        .offset(start)
        .as('page'),
    )
    .select(jsonRows(stockJson(), [sql.ref('page.product_id'), sql.ref('page.location_id')]))
    .select(versionColumn(scope.accountId, 'stock_places')),
);

/** The number of visible rows of stock, and the version of the stock places that it belongs to. */
export async function countStock(db: StoreDb, scope: StoreScope) {
  return db
    .selectFrom('stock')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .select(versionColumn(scope.accountId, 'stock_places'))
    .where(stockInScope(scope))
    .executeTakeFirstOrThrow();
}

/** The stock of the products of a selection, each row as its product and location. */
export function stockList(scope: StoreScope, selection: StockSelection): OrderedList {
  return {
    name: 'stock',
    scope,
    selection,
    subjects: ['catalog', 'stock_places'],
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('stock')
      .innerJoin('products', 'products.id', 'stock.product_id')
      .select(['stock.product_id as id', 'stock.location_id as detail'])
      .where(stockInScope(scope))
      .where(selectedProducts(scope, selection)),
    order: [
      { by: sql.ref('stock.product_id'), direction: 'asc' },
      { by: sql.ref('stock.location_id'), direction: 'asc' },
    ],
  };
}

/** A page of a `stockList`. `db` has to be the transaction of the list. */
export async function readListedStock(db: StoreDb, scope: StoreScope, list: OrderedPlaces, page: PageRange) {
  return onlyRow(await listedStock.run(db, scope, await list.page(page)));
}

const listedStock = prepareScopedQuery(LISTED_PAGE, (db, scope, { from, before, rows }) =>
  db
    .selectFrom((page) =>
      page
        .selectFrom(listedRows({ rows }))
        .innerJoin('stock', (join) =>
          join
            .onRef('stock.product_id', '=', 'listed.id')
            .on('stock.location_id', '=', sql<number>`cast(listed.detail as bigint)`),
        )
        .innerJoin('products', 'products.id', 'stock.product_id')
        .select([...STOCK_COLUMNS, 'listed.place'])
        .where(stockInScope(scope))
        .where('listed.place', '>=', from)
        .where('listed.place', '<', before)
        .orderBy('listed.place')
        .as('page'),
    )
    .select(jsonRows(stockJson(), [sql.ref('page.place')])),
);

const STOCK_COLUMNS = [
  'stock.product_id',
  'products.sku',
  'products.title',
  'stock.location_id',
  'stock.quantity',
] as const;

/** A row of stock as the contract has it, out of `page`. */
function stockJson() {
  const quantity = sql.ref<number>('page.quantity');
  return jsonObject({
    product_id: sql.ref<number>('page.product_id'),
    sku: jsonString(sql.ref<string>('page.sku')),
    title: jsonString(sql.ref<string>('page.title')),
    location_id: sql.ref<number>('page.location_id'),
    quantity: jsonDecimal(quantity, QUANTITY_SCALE),
    in_stock: jsonFlag(sql`${quantity} > 0`),
  });
}

/** Stock that is visible in the scope. */
function stockInScope({ accountId, locationId }: StoreScope): Expression<SqlBool> {
  const eb = expressionBuilder<StoreSchema, 'stock'>();
  const isOfAccount = eb('stock.account_id', '=', accountId);
  return locationId === null ? isOfAccount : eb.and([isOfAccount, eb('stock.location_id', '=', locationId)]);
}
