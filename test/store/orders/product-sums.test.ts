import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sumProducts } from '../../../electron/store/orders/product-sums-queries.ts';
import { addDays, getInstants } from '../../../shared/calendar.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { ACCOUNT, GROUP, LOCATION, PRODUCT, SHOP } from '../../support/shop-fixture.ts';
import { openPerFile } from '../../support/test-scope.ts';

const { store } = await openPerFile(openFixturePlatform);

type Ids = Readonly<Record<string, number>>;

const mostlyAbsent = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const one = (ids: Ids) => mostlyAbsent(fc.constantFrom(...Object.values(ids)));
/** Totals use 0 for no location. */
const some = (ids: Ids) =>
  mostlyAbsent(fc.uniqueArray(fc.constantFrom(0, ...Object.values(ids)), { minLength: 1, maxLength: 3 }));

const selections = fc.record({
  firstDay: fc.integer({ min: 0, max: 330 }),
  days: fc.integer({ min: 60, max: 400 }),
  shop_id: some(SHOP),
  location_id: some(LOCATION),
  product_group_id: one(GROUP),
  product_id: one(PRODUCT),
  lockedTo: one(LOCATION),
});

type Selection = typeof selections extends fc.Arbitrary<infer Drawn> ? Omit<Drawn, 'firstDay' | 'days'> : never;

describe('sumProducts', () => {
  it('sums the items of the period, whatever it reads them from', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(selections, async ({ firstDay, days, ...selection }) => {
        const from = addDays('2025-12-01', firstDay);
        const to = addDays(from, days);
        const scope = { accountId: ACCOUNT.alpha, locationId: selection.lockedTo ?? null };
        const sums = await sumProducts(store.db, scope, { ...selection, from, to }).execute();
        expect(sums.toSorted((a, b) => Number(a.product_id) - Number(b.product_id))).toEqual(
          await sumItemsOf(selection, from, to),
        );
        found += sums.length;
      }),
      { seed: 46, numRuns: isOnPostgres() ? 100 : 300 },
    );
    expect(found).toBeGreaterThan(50);
  });
});

async function sumItemsOf(selection: Selection, from: string, to: string) {
  const { start, end } = getInstants(from, to);
  const isIn = (column: string, ids: readonly number[] | undefined) =>
    ids === undefined ? sql`1 = 1` : sql`${sql.ref(column)} in (${sql.join(ids)})`;
  const isOne = (column: string, id: number | undefined) => isIn(column, id === undefined ? undefined : [id]);
  const { rows } = await sql`
    select item.product_id, count(*) as items, sum(item.quantity) as quantity, sum(item.value_ex) as value_ex,
      sum(item.value_wt) as value_wt, sum(item.discount_wt) as discount_wt, sum(item.cost_ex) as cost_ex
    from orders inner join order_items as item on item.order_id = orders.id
    where orders.account_id = ${ACCOUNT.alpha} and orders.status in ('processing', 'complete', 'refunded')
      and item.type = 'product' and item.product_id is not null
      and orders.date_purchased >= ${start} and orders.date_purchased < ${end}
      and ${isIn('orders.shop_id', selection.shop_id)} and ${isIn('orders.location_id', selection.location_id)}
      and ${isOne('orders.location_id', selection.lockedTo)}
      and ${isOne('item.product_group_id', selection.product_group_id)}
      and ${isOne('item.product_id', selection.product_id)}
    group by item.product_id
    order by item.product_id`.execute(store.db);
  return rows;
}
