import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/store/open-store.ts';
import { type CountedOrders, readOrders } from '../../../electron/store/orders/orders-queries.ts';
import { countPeriods, type Direction, findOrderOffset } from '../../../electron/store/orders/page-offsets.ts';
import type { OrdersTable } from '../../../electron/store/schema.ts';
import type { StoreScope } from '../../../electron/store/scoped-queries.ts';
import { withKeys } from '../../../electron/store/totals/totals-selection.ts';
import { ORDER_TOTALS } from '../../../electron/store/totals/totals-tables.ts';
import { addDays, dateAt, instantsOf } from '../../../shared/calendar.ts';
import { ORDER_STATUSES, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { storeOpenedAt } from '../demo/demo-store.ts';

const NOW = '2026-11-21T12:00:00Z';

let store: Store;
let orders: OrdersTable[];
let scopes: StoreScope[];
beforeAll(async () => {
  store = await storeOpenedAt(NOW);
  orders = await store.db.selectFrom('orders').selectAll().execute();
  const locations = await store.db.selectFrom('locations').select(['id', 'account_id']).execute();
  const locked = locations.map(({ id, account_id }) => ({ accountId: account_id, locationId: id }));
  const accounts = [...new Set(locations.map(({ account_id }) => account_id))];
  scopes = [...accounts.map((accountId) => ({ accountId, locationId: null })), ...locked];
}, 60_000);
afterAll(() => store.close());

/** Ids of the selected orders in the list's direction, picked out of all orders in memory. */
function listed(scope: StoreScope, selection: CountedOrders, direction: Direction): number[] {
  const { range, status, payment_term, is_paid, shop_id, location_id } = selection;
  const sign = direction === 'asc' ? 1 : -1;
  return orders
    .filter((order) => order.account_id === scope.accountId)
    .filter((order) => scope.locationId === null || order.location_id === scope.locationId)
    .filter((order) => order.date_purchased >= range.start && order.date_purchased < range.end)
    .filter((order) => status === undefined || status.includes(order.status))
    .filter((order) => payment_term === undefined || order.payment_term === payment_term)
    .filter((order) => is_paid === undefined || order.is_paid === Number(is_paid))
    .filter((order) => shop_id === undefined || shop_id.includes(order.shop_id))
    .filter((order) => location_id === undefined || location_id.some((id) => id === order.location_id))
    .toSorted((a, b) => sign * (a.date_purchased - b.date_purchased) || a.id - b.id)
    .map(({ id }) => id);
}

async function placeOf(scope: StoreScope, selection: CountedOrders, start: number, direction: Direction) {
  const list = { totals: ORDER_TOTALS, scope, selection, isSelected: withKeys({}) };
  return findOrderOffset(store.db, list, await countPeriods(store.db, list), start, direction);
}

const optionally = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });

const asked = fc.record({
  scope: fc.nat({ max: 50 }),
  firstDay: fc.nat({ max: 430 }),
  /** Below 0: a period that ends before it begins. */
  days: fc.integer({ min: -40, max: 430 }),
  status: optionally(fc.uniqueArray(fc.constantFrom(...ORDER_STATUSES), { minLength: 1 })),
  payment_term: optionally(fc.constantFrom(...PAYMENT_TERMS)),
  is_paid: optionally(fc.boolean()),
  shop: optionally(fc.nat({ max: 50 })),
  direction: fc.constantFrom<Direction>('asc', 'desc'),
  start: fc.oneof(fc.nat({ max: 26_000 }), fc.nat({ max: 3_000 })),
  limit: fc.integer({ min: 1, max: 250 }),
});

describe('a page of orders by moment of purchase', () => {
  it('has the same rows as a list in memory at the same offset, wherever it begins', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (call) => {
        const { firstDay, days, shop, scope: at, direction, start, limit, ...filters } = call;
        const scope = scopes[at % scopes.length] ?? { accountId: 0, locationId: null };
        const from = addDays(dateAt(Date.parse(NOW)), -firstDay);
        const to = addDays(from, days);
        const shops = [...new Set(orders.map(({ shop_id }) => shop_id))];
        const selection = {
          ...filters,
          from,
          to,
          range: instantsOf(from, to),
          // Several in every other case.
          shop_id:
            shop === undefined
              ? undefined
              : shops.filter((_, nth) => nth === shop % shops.length || (days % 2 === 0 && nth % 2 === 0)),
        };
        const expected = listed(scope, selection, direction);
        const sort = direction === 'asc' ? 'date_purchased' : '-date_purchased';
        const page = await readOrders(store.db, scope, { ...selection, sort }, { start, limit });
        expect(page.orders.map(({ id }) => id)).toEqual(expected.slice(start, start + limit));
        expect(page.total).toBe(expected.length);
      }),
      { numRuns: 150, seed: 4 },
    );
  });

  it.each(['asc', 'desc'] as const)('skips less than a day of orders, %s', async (direction) => {
    const scope = scopes[0] ?? { accountId: 0, locationId: null };
    const selection = { from: '2025-10-01', to: '2026-11-30', range: instantsOf('2025-10-01', '2026-11-30') };
    const all = listed(scope, selection, direction);
    const offset = await placeOf(scope, selection, all.length - 1, direction);
    expect(all.length).toBeGreaterThan(10_000);
    expect(offset?.skip).toBeLessThan(500);
  });

  it('has no offset after the end of the list', async () => {
    const scope = scopes[0] ?? { accountId: 0, locationId: null };
    const selection = { from: '2025-10-01', to: '2026-11-30', range: instantsOf('2025-10-01', '2026-11-30') };
    expect(await placeOf(scope, selection, 1_000_000, 'asc')).toBeNull();
  });
});
