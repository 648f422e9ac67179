import { type Kysely, type OrderByDirection, sql } from 'kysely';
import type { PRODUCT_SALES_SORTS } from '../../shared/contract/product-sales.ts';
import { type ItemSelection, selectedItems } from './order-lines-queries.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;
type Sort = (typeof PRODUCT_SALES_SORTS)[number];

export type ProductSalesFigures = Omit<Awaited<ReturnType<typeof sumProductSales>>, 'total'>;

/**
 * One page of product items of orders that count, summed per product. Items that name no product are summed
 * per title and group, and sort after all others where the order is that of a product.
 */
export function readProductSales(
  db: Db,
  scope: StoreScope,
  selection: ItemSelection & { readonly sort?: Sort | undefined },
  page: PageRange,
) {
  const { column, direction } = sortOf(selection.sort ?? 'product_id');
  return db
    .selectFrom(salesOf(db, scope, selection).as('sales'))
    .leftJoin('products', 'products.id', 'sales.product_id')
    .selectAll('sales')
    .select(({ fn }) => [
      fn.coalesce('products.sku', 'sales.sold_sku').as('sku'),
      fn.coalesce('products.title', 'sales.sold_title').as('title'),
      fn.coalesce('products.product_group_id', 'sales.sold_group_id').$notNull().as('product_group_id'),
      sql<number>`sales.value_ex - sales.cost_ex`.as('margin'),
    ])
    .orderBy(column, (order) => order[direction]().nullsLast())
    .orderBy('sales.product_id', (order) => order.asc().nullsLast())
    .orderBy('sales.sold_title')
    .orderBy('sales.sold_group_id')
    .limit(page.limit)
    .offset(page.start)
    .execute();
}

/** The figures of all rows that the selection has, and how many these are. */
export function sumProductSales(db: Db, scope: StoreScope, selection: ItemSelection) {
  return db
    .selectFrom(salesOf(db, scope, selection).as('sales'))
    .select(({ fn, lit }) => [
      fn.countAll<number>().as('total'),
      fn.coalesce(fn.sum<number>('quantity'), lit(0)).as('quantity'),
      fn.coalesce(fn.sum<number>('value_ex'), lit(0)).as('value_ex'),
      fn.coalesce(fn.sum<number>('value_wt'), lit(0)).as('value_wt'),
      fn.coalesce(fn.sum<number>('discount_wt'), lit(0)).as('discount_wt'),
      fn.coalesce(fn.sum<number>('cost_ex'), lit(0)).as('cost_ex'),
    ])
    .executeTakeFirstOrThrow();
}

function salesOf(db: Db, scope: StoreScope, selection: ItemSelection) {
  // Null for an item of a product, so that all of those are summed into one row.
  const loose = (column: 'title' | 'product_group_id') =>
    sql`case when order_items.product_id is null then ${sql.ref(`order_items.${column}`)} end`;
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select('order_items.product_id')
    .select(({ fn }) => [
      fn.max('order_items.sku').as('sold_sku'),
      fn.max('order_items.title').as('sold_title'),
      fn.max('order_items.product_group_id').as('sold_group_id'),
      fn.sum<number>('order_items.quantity').as('quantity'),
      fn.sum<number>('order_items.value_ex').as('value_ex'),
      fn.sum<number>('order_items.value_wt').as('value_wt'),
      fn.sum<number>('order_items.discount_wt').as('discount_wt'),
      fn.sum<number>('order_items.cost_ex').as('cost_ex'),
    ])
    .where(selectedItems(scope, { ...selection, type: 'product' }))
    .groupBy(['order_items.product_id', loose('title'), loose('product_group_id')]);
}

const SORT_COLUMNS = {
  product_id: sql.ref('sales.product_id'),
  sku: sql.ref('products.folded_sku'),
  title: sql.ref('products.folded_title'),
  quantity: sql.ref('sales.quantity'),
  value: sql.ref('sales.value_ex'),
  margin: sql.ref('margin'),
};

function sortOf(sort: Sort) {
  const isDescending = sort.startsWith('-');
  const name = (isDescending ? sort.slice(1) : sort) as keyof typeof SORT_COLUMNS;
  const direction: OrderByDirection & ('asc' | 'desc') = isDescending ? 'desc' : 'asc';
  return { column: SORT_COLUMNS[name], direction };
}
