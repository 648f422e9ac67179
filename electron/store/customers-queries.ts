import type { Kysely } from 'kysely';
import { type CustomerSelection, customersInScope, selectedCustomers } from './customer-selection.ts';
import { sumOfItems, TURNOVER_ITEMS } from './item-figures.ts';
import { countingOrdersInScope } from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;

export type CustomerOrders = Awaited<ReturnType<typeof sumOrdersOfCustomers>>[number];

export async function countCustomers(
  db: Db,
  scope: StoreScope,
  selection: CustomerSelection,
): Promise<number> {
  const { total } = await db
    .selectFrom('customers')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(selectedCustomers(scope, selection))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of customers by id. */
export function readCustomers(db: Db, scope: StoreScope, selection: CustomerSelection, page: PageRange) {
  return customersOfPage(db, scope, selection, page).execute();
}

/** The query itself, for a look at how it is run. */
export function customersOfPage(db: Db, scope: StoreScope, selection: CustomerSelection, page: PageRange) {
  return db
    .selectFrom('customers')
    .selectAll('customers')
    .where(selectedCustomers(scope, selection))
    .orderBy('customers.id')
    .limit(page.limit)
    .offset(page.start);
}

export function findCustomerRow(db: Db, scope: StoreScope, id: number) {
  return db
    .selectFrom('customers')
    .selectAll('customers')
    .where(customersInScope(scope))
    .where('customers.id', '=', id)
    .executeTakeFirst();
}

/** What these customers bought, in orders that count and that the scope lets see; no row for one without any. */
export function sumOrdersOfCustomers(db: Db, scope: StoreScope, ids: readonly number[]) {
  return ordersOfCustomers(db, scope, ids).execute();
}

/** The query itself, for a look at how it is run. */
export function ordersOfCustomers(db: Db, scope: StoreScope, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(({ ref }) => ref('orders.customer_id').$notNull().as('customer_id'))
    .select(({ fn }) => [
      fn.count<number>('orders.id').distinct().as('orders'),
      sumOfItems('value_wt', TURNOVER_ITEMS).as('turnover_wt'),
    ])
    .where(countingOrdersInScope(scope))
    .where('orders.customer_id', 'in', ids)
    .groupBy('orders.customer_id');
}

/** The segments of these customers, by customer and segment. */
export function readSegmentsOfCustomers(db: Db, accountId: number, ids: readonly number[]) {
  return db
    .selectFrom('customer_segments')
    .select(['customer_id', 'segment_id'])
    .where('account_id', '=', accountId)
    .where('customer_id', 'in', ids)
    .orderBy('customer_id')
    .orderBy('segment_id')
    .execute();
}
