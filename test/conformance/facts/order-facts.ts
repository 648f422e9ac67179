import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { OrderQuery, Platform } from '../../../electron/platform/platform.ts';
import { ORDER_SORTS, ORDER_STATUSES, type Order, type OrderSums } from '../../../shared/contract/orders.ts';
import { fromEuros, sumOf, toEuros } from '../../../shared/money.ts';
import { assertKnown } from '../../support/known-figure.ts';
import { hasEveryWord, matchesOrderNumber, removeAccents } from '../../support/search-oracle.ts';
import { CUSTOMER, LOCATION, ORDER, SHOP } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEach } from '../fact.ts';
import { ALWAYS, OCTOBER, RANGES, UNKNOWN_IDS, UTRECHT } from '../known-shop.ts';
import {
  type Compare,
  drained,
  filterFacts,
  filtersAmong,
  filtersBy,
  filtersWhere,
  momentOf,
  sortedBy,
  sortedPagingFacts,
} from '../laws/lists.ts';
import { allOrders } from '../laws/orders-and-reports.ts';

/** Searches for an amount, and what they mean. */
const AMOUNTS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...{ '12,50': [12.5, 12.5], '12.50': [12.5, 12.5], '€ 12,50': [12.5, 12.5], '25,20': [25.2, 25.2], '0,00': [0, 0] },
  // Whole euros and the beginning of an amount find amounts that begin so; a dash means no cents.
  ...{ '12': [12, 12.99], '12,': [12, 12.99], '12,5': [12.5, 12.59], '25,-': [25, 25], '€ 25': [25, 25.99] },
  ...{ '-12': [-12.99, -12], '-24,2': [-24.29, -24.2], '9.999,99': [9_999.99, 9_999.99], '1.234': [1_234, 1_234.99] },
};

type Filters = Partial<Omit<OrderQuery, 'start' | 'limit'>>;

const readAll = (platform: Platform, caller: Caller, filters: Filters = {}) =>
  drained((page) => platform.listOrders(caller, { ...ALWAYS, ...filters, ...page }));

const keyOf = {
  date_purchased: (row: Order) => momentOf(row.date_purchased),
  value_wt: (row: Order) => row.value_wt,
  value_ex_wt: (row: Order) => row.value_ex_wt,
  discount_value_wt: (row: Order) => assertKnown(row.discount_value_wt),
  discount_value_ex_wt: (row: Order) => assertKnown(row.discount_value_ex_wt),
  customer_name: (row: Order) => removeAccents(assertKnown(row.customer_name)),
  // By hand: the titles of the shops.
  shop: (row: Order) => SHOP_TITLES[row.shop_id] ?? '',
};

const SHOP_TITLES: Readonly<Record<number, string>> = {
  [SHOP.webshop]: 'webshop',
  [SHOP.utrecht1]: 'kassa utrecht 1',
  [SHOP.utrecht2]: 'kassa utrecht 2',
  [SHOP.amsterdam]: 'kassa amsterdam',
};

/** When sorted by customer name, orders of unknown customers come last, in both directions. */
function compareBy(sort = 'date_purchased'): Compare<Order> {
  const compare = sortedBy(sort, keyOf, ({ id }) => id);
  if (!sort.endsWith('customer_name')) return compare;
  const isUnknown = ({ customer_id }: Order) => Number(customer_id === null);
  return (one, other) => {
    if (isUnknown(one) || isUnknown(other)) return isUnknown(one) - isUnknown(other) || one.id - other.id;
    return compare(one, other);
  };
}

export const ORDERS: Area = {
  area: 'orders',
  facts: [
    ...sortedPagingFacts({
      name: 'listOrders',
      sorts: ORDER_SORTS,
      read: (platform, caller, page) => platform.listOrders(caller, { ...OCTOBER, ...page }),
      compareBy,
    }),
    ...filterFacts<Filters, Order>({
      name: 'listOrders',
      readAll,
      filters: [
        ...filtersAmong('shop_id', [
          ...[...Object.values(SHOP), LOCATION.utrecht, 0].map((id) => [id]),
          ...[
            [SHOP.utrecht1, SHOP.webshop],
            [SHOP.utrecht2, SHOP.beta, 0],
          ],
        ]),
        ...filtersAmong('location_id', [
          ...[...Object.values(LOCATION), SHOP.utrecht1, 0].map((id) => [id]),
          ...[
            [LOCATION.utrecht, LOCATION.amsterdam],
            [LOCATION.amsterdam, LOCATION.beta],
          ],
        ]),
        ...[...ORDER_STATUSES.map((status) => [status]), ['refunded', 'on_hold'] as const].map((status) => ({
          query: { status: [...status] } as Filters,
          selects: (row: Order) => status.some((known) => known === row.status),
        })),
        ...filtersBy('payment_term', ['direct', 'invoice'] as const),
        ...filtersBy('is_paid', [true, false]),
        ...filtersBy('customer_id', [...Object.values(CUSTOMER), 0]),
        ...filtersWhere('q', ['2026-500', 'd-200', '5001', 'vries JAN', 'cafe', 'zon', '%', '_', ''], isMatch),
        ...filtersWhere('q', Object.keys(AMOUNTS), (row: Order, q) => {
          const [least, most] = AMOUNTS[q] ?? [0, 0];
          return row.value_wt >= least && row.value_wt <= most;
        }),
      ],
    }),
    ...factOfEach(
      RANGES,
      ({ title }) => `of ${title} are those bought between its local midnights`,
      async ({ platform, callers }, { from, to }) => {
        const everything = await readAll(platform, callers.owner);
        const inRange = everything.filter((row) => isBetween(row.date_purchased.slice(0, 10), from, to));
        expect(await readAll(platform, callers.owner, { from, to })).toEqual(inRange);
      },
    ),
    fact('were unpaid at the end of a day if they are now, or are an invoice that changed since', async (...given) => {
      const [{ platform, callers }] = given;
      const everything = await readAll(platform, callers.owner);
      for (const as_of of ['2026-10-06', '2026-10-19', '2026-10-31', '2026-12-31']) {
        const isUnpaid = ({ is_paid, payment_term, date_updated }: Order) =>
          !is_paid || (payment_term === 'invoice' && assertKnown(date_updated).slice(0, 10) > as_of);
        const sumsOf = (rows: readonly Order[]) => sumOf(rows, ({ value_wt }) => fromEuros(value_wt));
        for (const is_paid of [false, true]) {
          const expected = everything.filter((row) => isUnpaid(row) !== is_paid);
          expect(await readAll(platform, callers.owner, { is_paid, as_of })).toEqual(expected);
          const page = { ...ALWAYS, is_paid, as_of, start: 0, limit: 1 };
          const { total, sums } = await platform.listOrders(callers.owner, page);
          expect([total, sums?.value_wt]).toEqual([expected.length, toEuros(sumsOf(expected))]);
        }
      }
    }),
    fact('can be listed for all days of the calendar', async ({ platform, callers }) => {
      const everything = await readAll(platform, callers.owner);
      const allDays = { from: '0001-01-01', to: '9999-12-31' };
      expect(await readAll(platform, callers.owner, allDays)).toEqual(everything);
    }),
    fact('are 3 on the day of 25 hours and 2 on the day of 23', async ({ platform, callers }) => {
      const idsOf = async (day: string) =>
        (await readAll(platform, callers.owner, { from: day, to: day })).map(({ id }) => id);
      expect(await idsOf('2026-10-25')).toEqual([5013, 5014, 5015]);
      expect(await idsOf('2026-03-29')).toEqual([5020, 5021]);
    }),
    fact('have the sums of their items as values', async ({ platform, callers }) => {
      for (const { items, ...order } of await allOrders(platform, callers.owner)) {
        const sum = (values: number[]) => values.reduce((all, value) => all + Math.round(value * 100), 0);
        expect(sum(items.map((item) => item.value_wt))).toBe(sum([order.value_wt]));
        expect(sum(items.map((item) => item.value_ex_wt))).toBe(sum([order.value_ex_wt]));
        expect(sum(items.map((item) => item.discount_value_wt))).toBe(sum([assertKnown(order.discount_value_wt)]));
      }
    }),
    fact('have the same sums on every page and by every sort: those of all rows', async ({ platform, callers }) => {
      const selections: Filters[] = [
        { status: ['cancelled', 'complete'] },
        { status: ['complete'], payment_term: 'direct', is_paid: true },
        { q: 'cafe' },
        { customer_id: CUSTOMER.zon },
        { location_id: [LOCATION.utrecht], sort: '-discount_value_wt' },
        { q: '2026-', sort: 'value_ex_wt' },
        { location_id: [LOCATION.utrecht, LOCATION.amsterdam], shop_id: [SHOP.utrecht2, SHOP.amsterdam] },
        OCTOBER,
      ];
      for (const selection of selections) {
        const all = await readAll(platform, callers.owner, { ...selection, include: ['items'] });
        for (const page of [
          { start: 0, limit: 1 },
          { start: 3, limit: 7 },
          { start: 999, limit: 1 },
        ]) {
          const { sums } = await platform.listOrders(callers.owner, { ...ALWAYS, ...selection, ...page });
          expect(sums).toEqual(sumsOf(all));
        }
      }
    }),
    fact('are found by the lines that the list includes, and only then', async ({ platform, callers }) => {
      for (const caller of [callers.owner, callers.staff]) {
        for (const order of await allOrders(platform, caller, OCTOBER)) {
          expect(await platform.findOrder(caller, order.id)).toEqual(order);
        }
      }
    }),
    fact('have items and payments exactly if requested', async ({ platform, callers }) => {
      const full = await allOrders(platform, callers.owner, OCTOBER);
      const list = (include?: OrderQuery['include']) =>
        readAll(platform, callers.owner, { ...OCTOBER, ...(include && { include }) });
      expect(await list()).toEqual(full.map(({ items, payments, ...row }) => row));
      expect(await list(['items'])).toEqual(full.map(({ payments, ...row }) => row));
      expect(await list(['payments'])).toEqual(full.map(({ items, ...row }) => row));
    }),
    fact('of a locked caller are those of the shops of their location', async ({ platform, callers }) => {
      const everything = await readAll(platform, callers.owner);
      const own = everything.filter(({ shop_id }) => UTRECHT.shops.includes(shop_id));
      expect(await readAll(platform, callers.staff)).toEqual(own);
      for (const { id } of everything.filter((row) => !own.includes(row))) {
        expect(await platform.findOrder(callers.staff, id)).toBeNull();
      }
    }),
    fact('of another account do not exist', async ({ platform, callers }) => {
      const ofBeta = await readAll(platform, callers.beta);
      expect(new Set(ofBeta.map(({ shop_id }) => shop_id))).toEqual(new Set([SHOP.beta]));
      for (const id of [...UNKNOWN_IDS, ORDER.beta]) {
        expect(await platform.findOrder(callers.owner, id)).toBeNull();
      }
      for (const id of [ORDER.saleWithTip, ORDER.webshopToBelgium]) {
        expect(await platform.findOrder(callers.beta, id)).toBeNull();
      }
    }),
    fact('link only to hosts that the platform declares', async ({ platform, callers }) => {
      const { backofficeHosts } = await platform.getCapabilities(callers.owner);
      // Without any host, links are never opened, so they may lead anywhere.
      if (backofficeHosts.length === 0) return;
      for (const { backoffice_url } of await readAll(platform, callers.owner, OCTOBER)) {
        expect(backofficeHosts).toContain(URL.parse(backoffice_url)?.host);
      }
    }),
  ],
};

function sumsOf(orders: readonly Order[]): OrderSums {
  const cancelled = orders.filter(({ status }) => status === 'cancelled');
  const uncounted = orders.filter(({ status }) => ['new', 'on_hold', 'cancelled'].includes(assertKnown(status)));
  const others = orders
    .filter((order) => !uncounted.includes(order))
    .flatMap(({ items = [] }) => items.filter(({ type }) => type !== 'product' && type !== 'rounding'));
  const sum = (rows: readonly Order[], amountOf: (row: Order) => number) =>
    toEuros(sumOf(rows, (row) => fromEuros(amountOf(row))));
  return {
    value_wt: sum(orders, keyOf.value_wt),
    value_ex_wt: sum(orders, keyOf.value_ex_wt),
    discount_value_wt: sum(orders, keyOf.discount_value_wt),
    discount_value_ex_wt: sum(orders, keyOf.discount_value_ex_wt),
    cancelled_orders: cancelled.length,
    cancelled_value_wt: sum(cancelled, keyOf.value_wt),
    uncounted_orders: uncounted.length,
    uncounted_value_wt: sum(uncounted, keyOf.value_wt),
    non_revenue_wt: toEuros(sumOf(others, (item) => fromEuros(item.value_wt))),
  };
}

function isMatch({ order_number, customer_name }: Order, q: string): boolean {
  if (q.trim() === '' || matchesOrderNumber(q, order_number)) return true;
  return customer_name !== '' && hasEveryWord(q, assertKnown(customer_name));
}

function isBetween(day: string, from: string, to: string): boolean {
  return from <= day && day <= to;
}
