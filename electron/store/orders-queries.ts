import type { Kysely } from 'kysely';
import type { ORDER_SORTS } from '../../shared/contract/orders.ts';
import { type CountedSelection, countByTotals, findOrderPlace } from './order-places.ts';
import {
  type DiscountSelection,
  discountedOrders,
  type OrderSelection,
  selectedOrders,
} from './order-selection.ts';
import type { StoreSchema } from './schema.ts';
import type { PageRange, StoreScope } from './store-scope.ts';
import { searchWords } from './text-match.ts';

type Db = Kysely<StoreSchema>;
type OrderSort = (typeof ORDER_SORTS)[number];

/** An order with its customer, whose name and e-mail are null for an unknown one. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>;

/** Where a list by moment of purchase and id goes on. */
export interface OrderKey {
  readonly datePurchased: number;
  readonly id: number;
}

type ListSelection = OrderSelection & CountedSelection;

/** The search alone needs the orders themselves; everything else is told by the totals. */
export async function countOrders(db: Db, scope: StoreScope, selection: ListSelection): Promise<number> {
  if (searchWords(selection.q).length === 0) return countByTotals(db, scope, selection);
  const { total } = await db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(selectedOrders(scope, selection))
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of orders; those that sort alike by id. */
export async function readOrders(
  db: Db,
  scope: StoreScope,
  selection: ListSelection & { readonly sort?: OrderSort | undefined },
  page: PageRange,
): Promise<OrderRecord[]> {
  const sort = selection.sort ?? 'date_purchased';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const isByDate = sort.endsWith('date_purchased') && searchWords(selection.q).length === 0;
  const place = isByDate
    ? await findOrderPlace(db, scope, selection, page.start, direction)
    : { range: selection.range, skip: page.start };
  if (!place) return [];
  return ordersWithCustomer(db)
    .where(selectedOrders(scope, { ...selection, range: place.range }))
    .orderBy(sort.endsWith('value_wt') ? 'orders.value_wt' : 'orders.date_purchased', direction)
    .orderBy('orders.id')
    .limit(page.limit)
    .offset(place.skip)
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
