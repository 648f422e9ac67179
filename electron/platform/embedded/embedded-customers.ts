import { localTimestamp } from '../../../shared/calendar.ts';
import type { Customer } from '../../../shared/contract/customers.ts';
import { toEuros } from '../../../shared/money.ts';
import type { OrderedLists } from '../../store/ordered-lists.ts';
import {
  type CustomerOrders,
  customerList,
  findCustomerRow,
  readListedCustomers,
  readSegmentsOfCustomers,
  sumOrdersOfCustomers,
} from '../../store/orders/customers-queries.ts';
import type { CustomersTable, StoreDb } from '../../store/schema.ts';
import type { StoreScope } from '../../store/scoped-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Platform } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';

type Customers = Pick<Platform, 'listCustomers' | 'findCustomer'>;

export function createEmbeddedCustomers(store: StoreDb, lists: OrderedLists): Customers {
  return {
    listCustomers(caller, query) {
      const scope = scopeOf(caller);
      return lists.read(customerList(scope, query), async (db, list) => {
        const found = await readListedCustomers(db, list, query);
        return { total: list.total, rows: await withFigures(db, scope, found) };
      });
    },

    findCustomer: (caller, id) =>
      inTransaction(store, async (db) => {
        const scope = scopeOf(caller);
        const found = await findCustomerRow(db, scope, id);
        const [customer = null] = await withFigures(db, scope, found ? [found] : []);
        return customer;
      }),
  };
}

/** Customers with segments and purchases, read in one query each for all of them. */
async function withFigures(db: StoreDb, scope: StoreScope, customers: readonly CustomersTable[]): Promise<Customer[]> {
  if (customers.length === 0) return [];
  const ids = customers.map(({ id }) => id);
  const memberships = await readSegmentsOfCustomers(db, scope.accountId, ids);
  const segments = Map.groupBy(memberships, ({ customer_id }) => customer_id);
  const sums = await sumOrdersOfCustomers(db, scope, ids);
  const bought = new Map(sums.map((row) => [row.customer_id, row]));
  return customers.map((customer) => {
    const segmentIds = (segments.get(customer.id) ?? []).map(({ segment_id }) => segment_id);
    return toCustomer(customer, segmentIds, bought.get(customer.id));
  });
}

/** What somebody bought is undefined for who never bought anything. */
function toCustomer(
  { id, name, email, phone, city, country_iso2, date_created }: CustomersTable,
  segmentIds: readonly number[],
  bought: CustomerOrders | undefined,
): Customer {
  return {
    id,
    name,
    email,
    phone,
    city,
    country_iso2,
    segment_ids: [...segmentIds],
    date_created: localTimestamp(date_created),
    order_count: bought?.orders ?? 0,
    turnover_wt: toEuros(bought?.turnover_wt ?? 0),
  };
}
