import type { Kysely } from 'kysely';
import type { ORDER_SORTS } from '../../shared/contract/orders.ts';
import {
  type DiscountSelection,
  discountedOrders,
  type OrderSelection,
  selectedOrders,
} from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';

type Db = Kysely<StoreSchema>;
type OrderSort = (typeof ORDER_SORTS)[number];

/** An order with its customer, whose name and e-mail are null for an unknown one. */
export type OrderRecord = Awaited<ReturnType<typeof readOrders>>[number];

/** Where a list by moment of purchase and id goes on. */
export interface OrderKey {
  readonly datePurchased: number;
  readonly id: number;
}

export async function countOrders(db: Db, scope: StoreScope, selection: OrderSelection): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(selectedOrders(scope, selection))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of orders; those that sort alike by id. */
export function readOrders(
  db: Db,
  scope: StoreScope,
  selection: OrderSelection & { readonly sort?: OrderSort | undefined },
  page: PageRange,
) {
  const sort = selection.sort ?? 'date_purchased';
  const column = sort.endsWith('value_wt') ? 'orders.value_wt' : 'orders.date_purchased';
  return ordersWithCustomer(db)
    .where(selectedOrders(scope, selection))
    .orderBy(column, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('orders.id')
    .limit(page.limit)
    .offset(page.start)
    .execute();
}

export function findOrderRecord(db: Db, { accountId, locationId }: StoreScope, id: number) {
  return ordersWithCustomer(db)
    .where('orders.account_id', '=', accountId)
    .where('orders.id', '=', id)
    .$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))
    .executeTakeFirst();
}

/** Orders with a discount, oldest first, from the one after the key on. */
export function readDiscountedOrders(
  db: Db,
  scope: StoreScope,
  selection: DiscountSelection,
  after: OrderKey | null,
  limit: number,
) {
  return discountedOrdersAfter(db, scope, selection, after).limit(limit).execute();
}

/** The query itself, for a look at how it is run. */
export function discountedOrdersAfter(
  db: Db,
  scope: StoreScope,
  selection: DiscountSelection,
  after: OrderKey | null,
) {
  const { start, end } = selection.range;
  // The index is entered at the key, not at the start of the range: each batch costs the same.
  const range = { start: Math.max(start, after?.datePurchased ?? start), end };
  return ordersWithCustomer(db)
    .where(discountedOrders(scope, { ...selection, range }))
    .$if(after !== null, (orders) =>
      orders.where((eb) =>
        eb(
          eb.refTuple('orders.date_purchased', 'orders.id'),
          '>',
          eb.tuple(after?.datePurchased ?? 0, after?.id ?? 0),
        ),
      ),
    )
    .orderBy('orders.date_purchased')
    .orderBy('orders.id');
}

function ordersWithCustomer(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .selectAll('orders')
    .select(['customers.name as customer_name', 'customers.email as customer_email']);
}
