import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { CustomerQuery, Platform } from '../../../electron/platform/platform.ts';
import { CUSTOMER_SORTS, type Customer } from '../../../shared/contract/customers.ts';
import { isOpenInvoice } from '../../../shared/invoice-ages.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { isCounting, isTurnover, sumEuros } from '../../support/orders-oracle.ts';
import { hasEveryWord, removeAccents } from '../../support/search-oracle.ts';
import { CUSTOMER, SEGMENT } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEachViewer } from '../fact.ts';
import { UNKNOWN_IDS } from '../known-shop.ts';
import {
  type Compare,
  drained,
  filterFacts,
  filtersWhere,
  momentOf,
  sortedBy,
  sortedPagingFacts,
} from '../laws/lists.ts';
import { allOrders } from '../laws/orders-and-reports.ts';

type Filters = Omit<CustomerQuery, 'start' | 'limit'>;
const SEGMENTS: number[][] = [
  [SEGMENT.regular],
  [SEGMENT.business, SEGMENT.regular],
  [SEGMENT.nobody],
  [...UNKNOWN_IDS],
];

const SEARCHES = ['jan', 'JAN vries', 'café', 'cafe zon', 'vries.example', '@', 'example jan', '%', '_', ' '];

const readAll = (platform: Platform, caller: Caller, filters: Filters = {}) =>
  drained((page) => platform.listCustomers(caller, { ...filters, ...page }));

const keyOf = {
  id: ({ id }: Customer) => id,
  name: ({ name }: Customer) => removeAccents(assertKnown(name)),
  date_created: ({ date_created }: Customer) => momentOf(assertKnown(date_created)),
  order_count: ({ order_count }: Customer) => assertKnown(order_count),
  turnover_wt: ({ turnover_wt }: Customer) => assertKnown(turnover_wt),
  open_invoices_wt: ({ open_invoices_wt }: Customer) => open_invoices_wt ?? 0,
  date_last_purchased: ({ date_last_purchased }: Customer) => momentOf(date_last_purchased ?? ''),
};

/** When sorted by last purchase, customers without one come last, in both directions. */
function compareBy(sort = 'id'): Compare<Customer> {
  const compare = sortedBy(sort, keyOf, keyOf.id);
  if (!sort.endsWith('date_last_purchased')) return compare;
  const hasNone = ({ date_last_purchased }: Customer) => Number(date_last_purchased === null);
  return (one, other) => {
    if (hasNone(one) || hasNone(other)) return hasNone(one) - hasNone(other) || one.id - other.id;
    return compare(one, other);
  };
}

export const CUSTOMERS: Area = {
  area: 'customers',
  facts: [
    ...sortedPagingFacts({
      name: 'listCustomers',
      sorts: CUSTOMER_SORTS,
      read: (platform, caller, page) => platform.listCustomers(caller, page),
      compareBy,
    }),
    ...filterFacts<Filters, Customer>({
      name: 'listCustomers',
      readAll,
      filters: [
        ...filtersWhere('q', SEARCHES, ({ name, email }: Customer, q) =>
          hasEveryWord(q, assertKnown(name), assertKnown(email)),
        ),
        ...filtersWhere('segment_id', SEGMENTS, ({ segment_ids }: Customer, among) =>
          assertKnown(segment_ids).some((id) => among.includes(id)),
        ),
        // In the known shop no customer has open invoices with a sum of 0.
        ...filtersWhere(
          'has_open_invoices',
          [true, false],
          (row: Customer, has) => (row.open_invoices_wt !== 0) === has,
        ),
      ],
    }),
    ...factOfEachViewer(
      'have, for the %s, the orders that count, their turnover and the open amount of their invoices',
      async ({ platform, callers }, user) => {
        const orders = (await allOrders(platform, callers[user])).filter(isCounting);
        for (const customer of await readAll(platform, callers[user])) {
          const { id, order_count, turnover_wt, open_invoices_wt, date_last_purchased } = customer;
          const own = orders.filter((order) => order.customer_id === id);
          const items = own.flatMap((order) => order.items).filter(isTurnover);
          expect([id, order_count]).toEqual([id, own.length]);
          expect([id, date_last_purchased]).toEqual([id, own.at(-1)?.date_purchased ?? null]);
          expect([id, turnover_wt]).toEqual([id, sumEuros(items, (item) => item.value_wt)]);
          expect([id, open_invoices_wt]).toEqual([id, sumEuros(own.filter(isOpenInvoice), (order) => order.value_wt)]);
        }
      },
    ),
    ...factOfEachViewer('have, for the %s, sums over all selected customers', async ({ platform, callers }, user) => {
      for (const filters of [{}, { segment_id: [SEGMENT.regular] }, { has_open_invoices: false, q: 'zo' }]) {
        const rows = await readAll(platform, callers[user], filters);
        const page = { sort: '-turnover_wt', start: 0, limit: 1 } as const;
        const { sums } = await platform.listCustomers(callers[user], { ...filters, ...page });
        expect(sums).toEqual({
          order_count: sumEuros(rows, (row) => assertKnown(row.order_count)),
          turnover_wt: sumEuros(rows, (row) => assertKnown(row.turnover_wt)),
          open_invoices_wt: sumEuros(rows, (row) => row.open_invoices_wt ?? 0),
        });
      }
    }),
    ...factOfEachViewer(
      'are found, for the %s, with the same values as in the list',
      async ({ platform, callers }, user) => {
        for (const row of await readAll(platform, callers[user])) {
          expect(await platform.findCustomer(callers[user], row.id)).toEqual(row);
        }
      },
    ),
    fact('of a locked caller are those with an order at their location', async ({ platform, callers }) => {
      const everybody = await readAll(platform, callers.owner);
      const buyers = new Set((await allOrders(platform, callers.staff)).map((order) => order.customer_id));
      const idsOf = (rows: Customer[]) => rows.map(({ id }) => id);
      const expected = everybody.filter(({ id }) => buyers.has(id));
      expect(idsOf(await readAll(platform, callers.staff))).toEqual(idsOf(expected));
      for (const { id } of everybody.filter((row) => !buyers.has(row.id))) {
        expect(await platform.findCustomer(callers.staff, id)).toBeNull();
      }
    }),
    fact('of another account, and unknown ones, do not exist', async ({ platform, callers }) => {
      const own = (await readAll(platform, callers.owner)).map(({ id }) => id);
      const foreign = (await readAll(platform, callers.beta)).map(({ id }) => id);
      expect(foreign).toContain(CUSTOMER.beta);
      expect(own.filter((id) => foreign.includes(id))).toEqual([]);
      for (const id of [...UNKNOWN_IDS, ...foreign]) {
        expect(await platform.findCustomer(callers.owner, id)).toBeNull();
      }
      for (const id of own) expect(await platform.findCustomer(callers.beta, id)).toBeNull();
    }),
    ...factOfEachViewer('are counted, for the %s, in each of their segments', async ({ platform, callers }, user) => {
      const customers = await readAll(platform, callers[user]);
      const segments = await platform.listReference(callers[user], 'segments');
      for (const { id, customer_count } of segments) {
        const inSegment = customers.filter(({ segment_ids }) => assertKnown(segment_ids).includes(id));
        expect([id, customer_count]).toEqual([id, inSegment.length]);
      }
      const all = segments.map(({ id }) => id);
      for (const { segment_ids } of customers) {
        const ids = assertKnown(segment_ids);
        expect(ids.filter((id) => !all.includes(id))).toEqual([]);
        expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      }
    }),
  ],
};
