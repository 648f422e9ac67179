import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoShopsRepository } from '../../electron/store/demo-shops-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { openFixturePlatform } from '../support/fixture-platform.ts';
import { ACCOUNT, ORDER } from '../support/shop-fixture.ts';

describe('demo shops repository', () => {
  let store: Store;

  beforeEach(async () => {
    store = (await openFixturePlatform()).store;
    return () => store.close();
  });

  it('remembers the latest state of a demo shop', async () => {
    const shops = createDemoShopsRepository(store.db);
    await shops.save({ account_id: ACCOUNT.alpha, seed: 1, topped_up_until: 10 });
    await shops.save({ account_id: ACCOUNT.alpha, seed: 1, topped_up_until: 20 });

    expect(await shops.find(ACCOUNT.alpha)).toEqual({ account_id: 1, seed: 1, topped_up_until: 20 });
    expect(await shops.find(ACCOUNT.beta)).toBeUndefined();
  });

  it('removes the orders before an instant with all their lines, on one account', async () => {
    const instant = Date.parse('2026-10-25T00:00:00+02:00');
    await createDemoShopsRepository(store.db).removeOrdersBefore(ACCOUNT.alpha, instant);

    const left = await store.db.selectFrom('orders').select('id').orderBy('id').execute();
    const kept = [5013, 5014, 5015, 5016, ORDER.beta];
    expect(left.map(({ id }) => id)).toEqual(kept);
    const items = await store.db.selectFrom('order_items').select('order_id').orderBy('id').execute();
    expect(items.map(({ order_id }) => order_id)).toEqual(kept);
    const payments = await store.db.selectFrom('order_payments').select('order_id').orderBy('id').execute();
    expect(payments.map(({ order_id }) => order_id)).toEqual(kept);
  });
});
