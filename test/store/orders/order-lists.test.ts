import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListReader } from '../../../electron/store/list-reader.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import { defineOrderList, type OrderSearch } from '../../../electron/store/orders/orders-queries.ts';
import type { OrdersTable } from '../../../electron/store/schema.ts';
import type { StoreScope } from '../../../electron/store/scoped-queries.ts';
import { inTransaction } from '../../../electron/store/transactions.ts';
import { addDays, getDateAt, getInstants } from '../../../shared/calendar.ts';
import { ORDER_SORTS, ORDER_STATUSES } from '../../../shared/contract/orders.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { AMOUNT_SCALE } from '../../../shared/money.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { storeOpenedAt } from '../demo/demo-store.ts';

const NOW = '2026-11-21T12:00:00Z';

let store: Store;
let orders: Listed[];
let scopes: StoreScope[];
let shopTitles: ReadonlyMap<number, string>;

beforeAll(async () => {
  store = await storeOpenedAt(NOW);
  await sql`update orders set order_number = 'Éa-' || order_number where id % 7 = 0`.execute(store.db);
  await sql`update orders set order_number = 'WEB ' || order_number where id % 11 = 0`.execute(store.db);
  const customers = await store.db.selectFrom('customers').selectAll().execute();
  const names = new Map(customers.map(({ id, name }) => [id, name]));
  const rows = await store.db.selectFrom('orders').selectAll().execute();
  orders = rows.map((order) => ({ ...order, customer: names.get(order.customer_id ?? 0) }));
  const shops = await store.db.selectFrom('shops').select(['id', 'title']).execute();
  shopTitles = new Map(shops.map(({ id, title }) => [id, title]));
  const locations = await store.db.selectFrom('locations').select(['id', 'account_id']).execute();
  const accounts = [...new Set(locations.map(({ account_id }) => account_id))];
  scopes = [
    ...accounts.map((accountId) => ({ accountId, locationId: null })),
    ...locations.map(({ id, account_id }) => ({ accountId: account_id, locationId: id })),
  ];
}, 60_000);
afterAll(() => store.close());

/** Like `lower` of SQLite, which knows ASCII letters only. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Whether the number begins with the text, ignoring separators in both. */
function isBegun(number: string, text: string): boolean {
  const plain = (code: string) => code.replaceAll(/[ ./_-]/g, '');
  return plain(text) !== '' && plain(number).startsWith(plain(text));
}

type Listed = OrdersTable & { customer: string | undefined };

const KEYS: Readonly<Record<string, (order: Listed) => number | string>> = {
  date_purchased: (order) => order.date_purchased,
  value_wt: (order) => order.value_wt,
  value_ex_wt: (order) => order.value_ex,
  discount_value_wt: (order) => order.discount_wt,
  discount_value_ex_wt: (order) => order.discount_ex,
  customer_name: ({ customer = '' }) => foldText(customer),
  shop: (order) => foldText(shopTitles.get(order.shop_id) ?? ''),
};

/** Orders of unknown customers come last when sorted by name, in both directions. */
function compared(sort: string, one: Listed, other: Listed): number {
  const name = sort.replace('-', '');
  const unknown = ({ customer }: Listed) => Number(name === 'customer_name' && customer === undefined);
  const keyOf = KEYS[name] ?? (() => 0);
  const [a, b] = [keyOf(one), keyOf(other)];
  const order = a === b ? 0 : a < b ? -1 : 1;
  return unknown(one) - unknown(other) || (sort.startsWith('-') ? -order : order) || one.id - other.id;
}

/** An invoice that is paid by now was unpaid before the day of its last change. */
function wasPaid({ is_paid, payment_term, date_updated }: Listed, day: string | undefined): boolean {
  const isLater = day !== undefined && payment_term === 'invoice' && getDateAt(date_updated) > day;
  return is_paid === 1 && !isLater;
}

/** Ids of the found orders in the order of the list, selected from all orders in memory. */
function listed(
  scope: StoreScope,
  { range, status, is_paid, as_of, customer_id, q = '', sort = 'date_purchased' }: OrderSearch,
) {
  const words = q
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => foldText(word) || word);
  return orders
    .filter((order) => order.account_id === scope.accountId)
    .filter((order) => scope.locationId === null || order.location_id === scope.locationId)
    .filter((order) => order.date_purchased >= range.start && order.date_purchased < range.end)
    .filter((order) => status === undefined || status.includes(order.status))
    .filter((order) => is_paid === undefined || wasPaid(order, as_of) === is_paid)
    .filter((order) => customer_id === undefined || order.customer_id === customer_id)
    .filter(
      ({ order_number, customer, value_wt }) =>
        words.length === 0 ||
        // Digits only are also whole euros.
        (/^\d{1,11}$/.test(q.trim()) && Math.trunc(value_wt / AMOUNT_SCALE) === Number(q) && value_wt >= 0) ||
        [words.join(' '), lowered(q.trim().replaceAll(/\s+/g, ' '))].some((text) =>
          isBegun(lowered(order_number), text),
        ) ||
        (customer !== undefined && words.every((word) => foldText(customer).includes(word))),
    )
    .toSorted((a, b) => compared(sort, a, b))
    .map(({ id }) => id);
}

const optionally = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 3 });
const anyQuery = fc.record({
  scope: fc.nat({ max: 50 }),
  firstDay: fc.nat({ max: 430 }),
  days: fc.integer({ min: -3, max: 430 }),
  status: optionally(fc.uniqueArray(fc.constantFrom(...ORDER_STATUSES), { minLength: 1 })),
  sort: optionally(fc.constantFrom(...ORDER_SORTS)),
  order: fc.nat({ max: 100_000 }),
  is_paid: optionally(fc.boolean()),
  as_of: optionally(fc.integer({ min: -2, max: 60 })),
  isOfCustomer: fc.boolean(),
  by: fc.constantFrom('number' as const, 'customer' as const, 'text' as const, undefined),
  part: fc.nat({ max: 12 }),
  text: fc.constantFrom('a', 'de', 'VAN d', 'é', 'É', '%', '_', 'web 2', ' ', 'web  2', '´', 'ÿ', '\u{10ffff}'),
  start: fc.nat({ max: 3_000 }),
  limit: fc.integer({ min: 1, max: 250 }),
});

const readPage = createListReader();

describe('orderList', () => {
  it('has the same orders as a search in memory, in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyQuery,
        async ({ firstDay, days, by, part, isOfCustomer, text, order: at, as_of, ...call }) => {
          const scope = scopes[call.scope % scopes.length] ?? { accountId: 0, locationId: null };
          const from = addDays(getDateAt(Date.parse(NOW)), -firstDay);
          const order = orders[at % orders.length];
          const q = {
            number: order?.order_number.slice(0, part),
            customer: order?.customer?.slice(part % 3, part).toUpperCase(),
            text,
          };
          const search: OrderSearch = {
            range: getInstants(from, addDays(from, days)),
            status: call.status,
            is_paid: call.is_paid,
            ...(as_of !== undefined && { as_of: addDays(from, as_of) }),
            ...(isOfCustomer && { customer_id: order?.customer_id ?? undefined }),
            sort: call.sort,
            q: by && q[by],
          };
          const expected = listed(scope, search);
          const page = await inTransaction(store.db, (db) => readPage(db, defineOrderList(db, scope, search), call));
          expect({ total: page.total, ids: page.rows.map(({ id }) => id) }).toEqual({
            total: expected.length,
            ids: expected.slice(call.start, call.start + call.limit),
          });
        },
      ),
      { numRuns: isOnPostgres() ? 60 : 200, seed: 4 },
    );
  }, 60_000);
});
