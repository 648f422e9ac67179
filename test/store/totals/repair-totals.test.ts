import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import { repairTotals } from '../../../electron/store/totals/repair-totals.ts';
import { readVersions } from '../../../electron/store/versions.ts';
import { isOnPostgres } from '../../support/is-on-postgres.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { ACCOUNT, ORDER, SHOP, seedFixtureShop } from '../../support/shop-fixture.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { differencesIn } from './differences-in.ts';

const TABLES = [
  ...['item', 'payment', 'order'].flatMap((of) => [`${of}_totals_by_day`, `${of}_totals_by_month`]),
  ...['product_totals_by_month', 'customer_totals'],
];

/** On PostgreSQL one store has enough connections. */
async function openTwice(): Promise<[Store, Store]> {
  if (isOnPostgres()) {
    const store = await openTestStore();
    return [store, store];
  }
  const file = join(createTemporaryFolder(), 'store.db');
  return [await openStore({ file }), await openStore({ file })];
}

describe('repairTotals', () => {
  let store: Store;
  /** A separate connection: others write while the repair pauses. */
  let repairing: Store;
  let rests: number;

  beforeEach(async () => {
    [store, repairing] = await openTwice();
    await seedFixtureShop(store.db);
    rests = 0;
    return async () => {
      if (repairing !== store) await repairing.close();
      await store.close();
    };
  });

  const run = (text: string) => sql.raw(text).execute(store.db);
  const repair = (whileResting: () => Promise<unknown> = async () => {}) =>
    repairTotals(repairing.db, {
      now: () => 0,
      async sleep() {
        rests += 1;
        await whileResting();
      },
    });
  const kept = async () => {
    const rows = await Promise.all(TABLES.map((table) => run(`select * from ${table}`)));
    return rows.map((found) => found.rows.map((row) => JSON.stringify(row)).sort());
  };
  const version = () => readVersions(store.db, ACCOUNT.alpha, ['orders']);

  it('writes nothing if nothing differs', async () => {
    const before = await version();
    await repair();
    expect(rests).toBe(0);
    expect(await version()).toBe(before);
  });

  it.each([
    'update item_totals_by_day set value_wt = value_wt + 1',
    'update item_totals_by_day set day = day - 50000',
    'update item_totals_by_day set day = 20261399 where day = 20261005',
    `delete from item_totals_by_month where shop_id = ${SHOP.utrecht1}`,
    'update item_totals_by_month set shop_id = shop_id + 900',
    'update payment_totals_by_month set month = 202613 where month = 202603',
    'delete from order_totals_by_day',
    'update product_totals_by_month set value_wt = value_wt + 1 where month = 202610',
    'update product_totals_by_month set month = 202613 where month = 202603',
    'delete from product_totals_by_month',
    'update customer_totals set orders = orders + 1',
    'update customer_totals set customer_id = customer_id + 900',
    'delete from customer_totals',
    'update orders set local_day = local_day + 1',
    `update orders set local_day = 20000101 where id = ${ORDER.lastSecondOfClockChange}`,
  ])('repairs totals changed by: %s', async (mutant) => {
    const [right, before] = [await kept(), await version()];
    await run(mutant);
    expect(await differencesIn(store.db)).not.toEqual([]);

    await repair();
    expect(await differencesIn(store.db)).toEqual([]);
    expect(await kept()).toEqual(right);
    expect(await version()).not.toBe(before);
  });

  it('lets other writers work between one day and the next', async () => {
    await run('update order_totals_by_day set orders = orders + 1');
    // If the repair held its lock, the main connection would wait and fail.
    if (!isOnPostgres()) await run('pragma busy_timeout = 0');
    await repair(() => run(`update accounts set name = name || '.' where id = ${ACCOUNT.alpha}`));
    const { rows } = await run(`select name from accounts where id = ${ACCOUNT.alpha}`);
    expect(rows).toEqual([{ name: `alpha${'.'.repeat(rests)}` }]);
    expect(rests).toBeGreaterThan(2);
  });
});
