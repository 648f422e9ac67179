import type { Kysely } from 'kysely';
import type { ORDER_SORTS } from '../../../shared/contract/orders.ts';
import { LISTED_PAGE, listedRows } from '../listed-page.ts';
import type { OrderedPlaces } from '../ordered-lists.ts';
import { prepareQuery } from '../prepared-query.ts';
import type { StoreSchema } from '../schema.ts';
import type { PageRange, StoreScope } from '../store-scope.ts';
import { type TotalsSelection, withKeys } from '../totals/totals-selection.ts';
import { ORDER_TOTALS } from '../totals/totals-tables.ts';
import { type OrderSelection, selectedOrders } from './order-selection.ts';
import { type CountedList, countPeriods, findOrderPlace, totalOf } from './page-offsets.ts';

type Db = Kysely<StoreSchema>;

/** An order with its customer, whose name and e-mail are null for an unknown one. */
export type OrderRecord = NonNullable<Awaited<ReturnType<typeof findOrderRecord>>>;

/** Orders of whole local days, by what the kept totals tell apart: everything but a search. */
export type CountedOrders = OrderSelection & TotalsSelection;

/** How many orders there are, and one page of them by moment of purchase, then id. */
export async function readOrders(
  db: Db,
  scope: StoreScope,
  selection: CountedOrders & { readonly sort?: (typeof ORDER_SORTS)[number] | undefined },
  { start, limit }: PageRange,
): Promise<{ total: number; orders: OrderRecord[] }> {
  const direction = selection.sort?.startsWith('-') ? 'desc' : 'asc';
  const list = countedOrders(scope, selection);
  const counts = await countPeriods(db, list);
  const total = totalOf(counts);
  const place = await findOrderPlace(db, list, counts, start, direction);
  if (!place) return { total, orders: [] };
  // Found by id first: what a row says is read for the rows of the page alone, not for those before it.
  const page = db
    .selectFrom('orders')
    .select('orders.id')
    .where(selectedOrders(scope, { ...selection, range: place.range }))
    .orderBy('orders.date_purchased', direction)
    .orderBy('orders.id')
    .limit(limit)
    .offset(place.skip);
  const orders = await ordersWithCustomer(db)
    .innerJoin(page.as('page'), 'page.id', 'orders.id')
    .orderBy('orders.date_purchased', direction)
    .orderBy('orders.id')
    .execute();
  return { total, orders };
}

function countedOrders(scope: StoreScope, selection: CountedOrders): CountedList {
  const { status, payment_term, is_paid } = selection;
  return { totals: ORDER_TOTALS, scope, selection, isSelected: withKeys({ status, payment_term, is_paid }) };
}

/** A page of orders out of an ordered list. `db` has to be the transaction in which its places hold. */
export async function readListedOrders(db: Db, list: OrderedPlaces, page: PageRange): Promise<OrderRecord[]> {
  return listedOrders.run(db, await list.page(page));
}

const listedOrders = prepareQuery(LISTED_PAGE, (db, { from, before, rows }) =>
  ordersWithCustomer(db)
    .innerJoin(listedRows({ rows }), 'listed.id', 'orders.id')
    .where('listed.place', '>=', from)
    .where('listed.place', '<', before)
    .orderBy('listed.place'),
);

export function findOrderRecord(db: Db, { accountId, locationId }: StoreScope, id: number) {
  return ordersWithCustomer(db)
    .where('orders.account_id', '=', accountId)
    .where('orders.id', '=', id)
    .$if(locationId !== null, (orders) => orders.where('orders.location_id', '=', locationId))
    .executeTakeFirst();
}

export function ordersWithCustomer(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .selectAll('orders')
    .select(['customers.name as customer_name', 'customers.email as customer_email']);
}
