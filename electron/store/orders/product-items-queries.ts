import { expressionBuilder, type Kysely } from 'kysely';
import { listedRows } from '../listed-page.ts';
import { NO_DETAIL, type OrderedList } from '../ordered-list.ts';
import type { OrderedPlaces } from '../ordered-lists.ts';
import type { StoreSchema } from '../schema.ts';
import type { PageRange, StoreScope } from '../store-scope.ts';
import type { ItemSums } from './order-line-pages.ts';
import { type ItemSelection, selectedItems } from './order-line-selection.ts';
import { readItemsOfPage } from './order-lines-queries.ts';

type Db = Kysely<StoreSchema>;

/** The items of a product by moment of purchase, order and id. */
export function productItemList(
  scope: StoreScope,
  selection: ItemSelection & { readonly product_id: number },
): OrderedList {
  return {
    name: 'product items',
    scope,
    selection,
    subjects: ['orders'],
    // A cross join is not turned around: the items of the product lead, not the orders of the period.
    rows: expressionBuilder<StoreSchema>()
      .selectFrom('order_items')
      .crossJoin('orders')
      .select(['order_items.id', NO_DETAIL])
      .whereRef('orders.id', '=', 'order_items.order_id')
      .where(selectedItems(scope, selection))
      .orderBy('orders.date_purchased')
      .orderBy('orders.id')
      .orderBy('order_items.id'),
  };
}

/** A page of items out of an ordered list. `db` has to be the transaction in which its places hold. */
export async function readListedItems(db: Db, list: OrderedPlaces, page: PageRange) {
  const { from, before, rows } = await list.page(page);
  const ids = db
    .selectFrom(listedRows({ rows }))
    .select(({ ref }) => ref('id').$notNull().as('id'))
    .where('place', '>=', from)
    .where('place', '<', before);
  return readItemsOfPage(db, ids.as('page'));
}

/** Sums over all items of the list. */
export function sumListedItems(db: Db, { all }: OrderedPlaces): Promise<ItemSums> {
  return db
    .selectFrom(all.as('page'))
    .innerJoin('order_items', 'order_items.id', 'page.id')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.sum<number>('order_items.quantity'), lit(0)).as('quantity'),
      fn.coalesce(fn.sum<number>('order_items.value_ex'), lit(0)).as('value_ex'),
      fn.coalesce(fn.sum<number>('order_items.value_wt'), lit(0)).as('value_wt'),
      fn.coalesce(fn.sum<number>('order_items.discount_wt'), lit(0)).as('discount_wt'),
      fn.coalesce(fn.sum<number>('order_items.cost_ex'), lit(0)).as('cost_ex'),
    ])
    .executeTakeFirstOrThrow();
}
