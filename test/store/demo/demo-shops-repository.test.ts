import { describe, expect, it } from 'vitest';
import { createDemoShopsRepository } from '../../../electron/store/demo/demo-shops-repository.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, ORDER } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';

const TABLES_OF_SHOP = [
  'locations',
  'shops',
  'turnover_groups',
  'tax_rates',
  'payment_providers',
  'products',
  'product_prices',
  'stock',
  'customers',
  'segments',
  'customer_segments',
  'orders',
  'order_items',
  'order_payments',
] as const;

const store = openPerTest(async () => (await openFixturePlatform()).store);

describe('demo shops repository', () => {
  it('remembers the latest state of a demo shop', async () => {
    const shops = createDemoShopsRepository(store.db);
    const shop = { account_id: ACCOUNT.alpha, seed: 1, plan_version: 1, is_fixed: 0 } as const;
    await shops.save({ ...shop, topped_up_until: 10 });
    await shops.save({ ...shop, topped_up_until: 20 });

    expect(await shops.find(ACCOUNT.alpha)).toEqual({ ...shop, topped_up_until: 20 });
    expect(await shops.find(ACCOUNT.beta)).toBeUndefined();
  });

  it('removes the orders before a given time with all their lines, in one account', async () => {
    const instant = Date.parse('2026-10-25T00:00:00+02:00');
    await createDemoShopsRepository(store.db).removeOrdersBefore(ACCOUNT.alpha, instant);

    const left = await store.db.selectFrom('orders').select('id').orderBy('id').execute();
    const remaining = [5013, 5014, 5015, 5016, ORDER.beta];
    expect(left.map(({ id }) => id)).toEqual(remaining);
    const items = await store.db.selectFrom('order_items').select('order_id').orderBy('id').execute();
    expect(items.map(({ order_id }) => order_id)).toEqual(remaining);
    const payments = await store.db.selectFrom('order_payments').select('order_id').orderBy('id').execute();
    expect(payments.map(({ order_id }) => order_id)).toEqual(remaining);
  });

  it('removes a shop with all its records but not its users, and nothing of another shop', async () => {
    const countsOf = async (accountId: number) => {
      const counts: number[] = [];
      for (const table of TABLES_OF_SHOP) {
        const rows = await store.db.selectFrom(table).select('account_id').execute();
        counts.push(rows.filter((row) => row.account_id === accountId).length);
      }
      return counts;
    };
    const ofBeta = await countsOf(ACCOUNT.beta);
    await createDemoShopsRepository(store.db).removeShop(ACCOUNT.alpha);

    expect(await countsOf(ACCOUNT.alpha)).toEqual(TABLES_OF_SHOP.map(() => 0));
    expect(await countsOf(ACCOUNT.beta)).toEqual(ofBeta);
    expect(ofBeta).not.toContain(0);
    const users = await store.db.selectFrom('users').select('id').where('account_id', '=', 1).execute();
    expect(users).toHaveLength(4);
  });
});
