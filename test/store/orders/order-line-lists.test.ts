import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListReader } from '../../../electron/store/list-reader.ts';
import type { Store } from '../../../electron/store/open-store.ts';
import {
  defineItemList,
  definePaymentList,
  type ItemSelection,
  type PaymentSelection,
} from '../../../electron/store/orders/order-lines-queries.ts';
import type { OrderItemsTable, OrderPaymentsTable, OrdersTable } from '../../../electron/store/schema.ts';
import type { StoreScope } from '../../../electron/store/scoped-queries.ts';
import { inTransaction } from '../../../electron/store/transactions.ts';
import { addDays, getDateAt, getInstants } from '../../../shared/calendar.ts';
import { COUNTING_STATUSES, ITEM_TYPES, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { sumOf } from '../../../shared/money.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { storeOpenedAt } from '../demo/demo-store.ts';

const NOW = '2026-11-21T12:00:00Z';

type Bought = Pick<
  OrdersTable,
  'account_id' | 'location_id' | 'date_purchased' | 'shop_id' | 'payment_term' | 'is_paid' | 'status'
>;
type Item = OrderItemsTable & Bought;
type Payment = OrderPaymentsTable & Bought;

let store: Store;
let items: Item[];
let payments: Payment[];
let scopes: StoreScope[];

beforeAll(async () => {
  store = await storeOpenedAt(NOW);
  const orders = await store.db.selectFrom('orders').selectAll().execute();
  const byId = new Map(orders.map(({ id, ...order }) => [id, order]));
  const withOrder = <Line extends { id: number; order_id: number }>(lines: readonly Line[]) =>
    lines
      .flatMap((line) => {
        const order = byId.get(line.order_id);
        return order ? [{ ...order, ...line }] : [];
      })
      .filter(({ status }) => COUNTING_STATUSES.some((counting) => counting === status))
      .toSorted((a, b) => a.date_purchased - b.date_purchased || a.order_id - b.order_id || a.id - b.id);
  items = withOrder(await store.db.selectFrom('order_items').selectAll().execute());
  const paid = withOrder(await store.db.selectFrom('order_payments').selectAll().execute());
  payments = paid.filter(({ payment_term }) => payment_term === 'direct');
  const locations = await store.db.selectFrom('locations').select(['id', 'account_id']).execute();
  const accounts = [...new Set(locations.map(({ account_id }) => account_id))];
  scopes = [
    ...accounts.map((accountId) => ({ accountId, locationId: null })),
    ...locations.map(({ id, account_id }) => ({ accountId: account_id, locationId: id })),
  ];
}, 60_000);
afterAll(() => store.close());

type Place = Pick<PaymentSelection, 'range' | 'shop_id' | 'location_id'>;

/** Returns the lines of a scope and place in list order, selected from all lines in memory. */
function at<Line extends Bought>(lines: readonly Line[], scope: StoreScope, { range, shop_id, location_id }: Place) {
  return lines.filter(
    (line) =>
      line.account_id === scope.accountId &&
      (scope.locationId === null || line.location_id === scope.locationId) &&
      line.date_purchased >= range.start &&
      line.date_purchased < range.end &&
      (shop_id === undefined || shop_id.includes(line.shop_id)) &&
      (location_id === undefined || location_id.some((id) => id === line.location_id)),
  );
}

function selectedOf(scope: StoreScope, selection: ItemSelection): Item[] {
  const { type, sign, tax_rate_id, product_group_id, payment_term, is_paid } = selection;
  return at(items, scope, selection)
    .filter((item) => type === undefined || item.type === type)
    .filter((item) => sign === undefined || (sign === 'positive' ? item.quantity > 0 : item.quantity < 0))
    .filter((item) => tax_rate_id === undefined || item.tax_rate_id === tax_rate_id)
    .filter((item) => product_group_id === undefined || item.product_group_id === product_group_id)
    .filter((item) => payment_term === undefined || item.payment_term === payment_term)
    .filter((item) => is_paid === undefined || item.is_paid === Number(is_paid));
}

const optionally = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
const anyQuery = fc.record({
  scope: fc.nat({ max: 50 }),
  firstDay: fc.nat({ max: 430 }),
  days: fc.integer({ min: -40, max: 430 }),
  line: optionally(fc.nat({ max: 100_000 })),
  start: fc.oneof(fc.nat({ max: 60_000 }), fc.nat({ max: 2_000 }), fc.constant(0)),
  limit: fc.integer({ min: 1, max: 250 }),
});
const itemFilters = fc.record({
  type: optionally(fc.constantFrom(...ITEM_TYPES)),
  sign: optionally(fc.constantFrom('positive' as const, 'negative' as const)),
  payment_term: optionally(fc.constantFrom(...PAYMENT_TERMS)),
  is_paid: optionally(fc.boolean()),
  hasRate: fc.boolean(),
  hasGroup: fc.boolean(),
});

function periodOf({ firstDay, days }: { firstDay: number; days: number }) {
  const from = addDays(getDateAt(Date.parse(NOW)), -firstDay);
  const to = addDays(from, days);
  return { from, to, range: getInstants(from, to) };
}

/** Other shops of the store, sometimes none. */
function others(seed: number): number[] {
  const shops = [...new Set(items.map(({ shop_id }) => shop_id))];
  return shops.filter((_, index) => seed % 2 === 0 && index % 3 === 0);
}

const readPage = createListReader();

describe('itemList', () => {
  it('returns the same page, count and sums as a list in memory, whatever the filters', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, itemFilters, async (call, { hasRate, hasGroup, ...filters }) => {
        const scope = scopes[call.scope % scopes.length] ?? { accountId: 0, locationId: null };
        const item = call.line === undefined ? undefined : items[call.line % items.length];
        const selection: ItemSelection = {
          ...periodOf(call),
          ...filters,
          tax_rate_id: hasRate ? (item?.tax_rate_id ?? 0) : undefined,
          product_group_id: hasGroup ? (item?.product_group_id ?? 0) : undefined,
          shop_id: hasRate && hasGroup ? undefined : item && [item.shop_id, ...others(call.days)],
        };
        const expected = selectedOf(scope, selection);
        const page = await inTransaction(store.db, (db) => readPage(db, defineItemList(db, scope, selection), call));
        expect(page.total).toBe(expected.length);
        expect(page.rows.map(({ id }) => id)).toEqual(
          expected.slice(call.start, call.start + call.limit).map(({ id }) => id),
        );
        expect(page.sums).toEqual({
          quantity: sumOf(expected, ({ quantity }) => quantity),
          value_ex: sumOf(expected, ({ value_ex }) => value_ex),
          value_wt: sumOf(expected, ({ value_wt }) => value_wt),
          discount_wt: sumOf(expected, ({ discount_wt }) => discount_wt),
          cost_ex: sumOf(expected, ({ cost_ex }) => cost_ex),
        });
      }),
      { numRuns: isOnPostgres() ? 40 : 120, seed: 4 },
    );
  }, 60_000);
});

describe('paymentList', () => {
  it('returns the same page, count and sum as a list in memory, whatever the filters', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.boolean(), async (call, isOfShop) => {
        const scope = scopes[call.scope % scopes.length] ?? { accountId: 0, locationId: null };
        const payment = call.line === undefined ? undefined : payments[call.line % payments.length];
        const selection: PaymentSelection = {
          ...periodOf(call),
          provider_id: payment?.provider_id,
          shop_id: isOfShop && payment ? [payment.shop_id, ...others(call.days)] : undefined,
        };
        const expected = at(payments, scope, selection).filter(
          ({ provider_id }) => payment === undefined || provider_id === payment.provider_id,
        );
        const page = await inTransaction(store.db, (db) => readPage(db, definePaymentList(db, scope, selection), call));
        expect(page.total).toBe(expected.length);
        expect(page.rows.map(({ id }) => id)).toEqual(
          expected.slice(call.start, call.start + call.limit).map(({ id }) => id),
        );
        expect(page.sums.amount).toBe(sumOf(expected, ({ amount }) => amount));
      }),
      { numRuns: isOnPostgres() ? 40 : 100, seed: 4 },
    );
  }, 60_000);
});
