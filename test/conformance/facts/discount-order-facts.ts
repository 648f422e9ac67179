import { expect } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { DiscountOrderQuery, Platform } from '../../../electron/platform/platform.ts';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import { DISCOUNT_ORDERS_BATCH, type DiscountOrder } from '../../../shared/contract/discount-orders.ts';
import { isDiscounted, toDiscountOrder } from '../../support/orders-oracle.ts';
import { LOCATION, SHOP } from '../../support/shop-fixture.ts';
import { type Area, fact, factOfEach, factOfEachViewer } from '../fact.ts';
import { ALWAYS, DISCOUNTS_OF_ALPHA, JANUARY_2025, OCTOBER } from '../known-shop.ts';
import { batchesOf } from '../laws/lists.ts';
import { allOrders } from '../laws/orders-and-reports.ts';

const PLAIN = { only_full: false, include_negative: false };
const ALL = { ...ALWAYS, only_full: false, include_negative: true };
const FORGED = ['', ' ', '1', 'x:1', '1:-1', '%', "' or 1=1 --", 'null', 'A'.repeat(10_000), '\u0000'];

const QUERIES: readonly Omit<DiscountOrderQuery, 'from' | 'to'>[] = [true, false]
  .flatMap((only_full) => [true, false].map((include_negative) => ({ only_full, include_negative })))
  .flatMap((flags) => [
    flags,
    ...[...Object.values(SHOP).map((id) => [id]), [SHOP.utrecht1, SHOP.amsterdam]].map((shop_id) => ({
      ...flags,
      shop_id,
    })),
    ...[...Object.values(LOCATION).map((id) => [id]), [LOCATION.utrecht, LOCATION.amsterdam]].map((location_id) => ({
      ...flags,
      location_id,
    })),
  ]);

export const DISCOUNT_ORDERS: Area = {
  area: 'orders with a discount',
  facts: [
    ...factOfEachViewer(
      'are, for the %s, the orders that the rules choose, oldest first',
      async ({ platform, callers }, user) => {
        const orders = await allOrders(platform, callers[user]);
        for (const query of QUERIES) {
          const rows = (await rowsOf(platform, callers[user], { ...ALWAYS, ...query })).flat();
          const chosen = orders.filter(
            (order) =>
              isDiscounted(order, query) &&
              (query.shop_id?.includes(order.shop_id) ?? true) &&
              (query.location_id?.some((id) => id === order.location_id) ?? true),
          );
          expect(rows, JSON.stringify(query)).toEqual(chosen.map(toDiscountOrder));
        }
      },
    ),
    fact('come in batches of at most 100, each order once', async ({ platform, callers }) => {
      const batches = await rowsOf(platform, callers.owner, { ...ALL, ...JANUARY_2025 });
      const rows = batches.flat();
      expect(batches.every(({ length }) => length > 0 && length <= DISCOUNT_ORDERS_BATCH)).toBe(true);
      expect(rows).toHaveLength(DISCOUNTS_OF_ALPHA);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(DISCOUNTS_OF_ALPHA);
      expect(batches.length).toBeGreaterThan(2);
    }),
    fact('are the same in one list as in all batches', async ({ platform, callers }) => {
      const rows = (await rowsOf(platform, callers.owner, { ...ALL, ...JANUARY_2025 })).flat();
      expect(await platform.listDiscountOrders(callers.owner, { ...ALL, ...JANUARY_2025 })).toEqual(rows);
    }),
    fact('continue after a key the same way each time', async ({ platform, callers }) => {
      const { next } = await platform.readDiscountOrders(callers.owner, ALL, null);
      const second = await platform.readDiscountOrders(callers.owner, ALL, next);
      expect(next).not.toBeNull();
      expect(await platform.readDiscountOrders(callers.owner, ALL, next)).toEqual(second);
    }),
    fact('have no further batch if the first has them all', async ({ platform, callers }) => {
      const query = { ...OCTOBER, ...PLAIN };
      const { rows, next } = await platform.readDiscountOrders(callers.owner, query, null);
      expect(rows.length).toBeGreaterThan(0);
      expect(next).toBeNull();
    }),
    ...factOfEach(
      FORGED,
      (key) => `are refused after the forged key ${JSON.stringify(key.slice(0, 20))}`,
      async ({ platform, callers }, key) => {
        const failure = await platform.readDiscountOrders(callers.owner, ALL, key).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(PlatformError);
        expect(failure).toMatchObject({ code: 'rejected' });
      },
    ),
    fact('show nothing of another caller after a key of that caller', async ({ platform, callers }) => {
      const { next } = await platform.readDiscountOrders(callers.owner, ALL, null);
      for (const caller of [callers.staff, callers.beta]) {
        const own = (await rowsOf(platform, caller, ALL)).flat().map(({ id }) => id);
        const answer = await platform.readDiscountOrders(caller, ALL, next).catch(refusedWith);
        expect(answer.rows.filter(({ id }) => !own.includes(id))).toEqual([]);
      }
    }),
  ],
};

/** The rows of each batch that is not empty. */
async function rowsOf(platform: Platform, caller: Caller, query: DiscountOrderQuery): Promise<DiscountOrder[][]> {
  const batches = await batchesOf((after) => platform.readDiscountOrders(caller, query, after));
  return batches.map(({ rows }) => [...rows]).filter((rows) => rows.length > 0);
}

/** A platform may refuse such a key as well. */
function refusedWith(error: unknown): { rows: DiscountOrder[] } {
  expect(error).toBeInstanceOf(PlatformError);
  return { rows: [] };
}
