import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { FeedName } from '../../../electron/platform/platform.ts';
import { changeStock } from '../../../electron/store/catalog/catalog-writer.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import { changeProduct } from '../../support/catalog-rows.ts';
import { ACCOUNT, CALLER, LOCATION, PRODUCT } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';
import { openFollowedShop } from './followed-shop.ts';
import { sale } from './model/shop-writes.ts';

const IN_UTRECHT = { ...CALLER.staff, lockedLocation: { id: LOCATION.utrecht, title: 'Utrecht' } };
const IN_AMSTERDAM = { ...CALLER.staff, lockedLocation: { id: LOCATION.amsterdam, title: 'Amsterdam' } };
const { cafe, lamp } = PRODUCT;

const shop = openPerTest(openFollowedShop);

describe('the version of a change, for staff who are locked to a location,', () => {
  const versionsOf = async (feed: FeedName, caller: Caller) => {
    const { rows } = await shop.platform.readChanges(caller, feed, { after: { since: 0 }, limit: 500 });
    return rows.map(({ version }) => version);
  };
  const lastOf = async (feed: FeedName, caller: Caller) => (await versionsOf(feed, caller)).at(-1) ?? 0;
  let sold = 0;
  const sell = (n: number) => {
    sold += 1;
    return insertOrders(shop.db, [sale({ now: shop.clock.now(), newId: 9_000 + 10 * sold, n })]);
  };
  const stockOf = (product_id: number, location_id: number, quantity: number) =>
    changeStock(shop.db, { account_id: ACCOUNT.alpha, product_id, location_id }, quantity);

  it('counts only orders of that location', async () => {
    await sell(0);
    await sell(1);
    const [utrecht, amsterdam] = [await lastOf('orders', IN_UTRECHT), await lastOf('orders', IN_AMSTERDAM)];
    for (let sales = 0; sales < 5; sales += 1) await sell(0);
    await sell(1);

    expect(await lastOf('orders', IN_UTRECHT)).toBe(utrecht + 5);
    expect(await lastOf('orders', IN_AMSTERDAM)).toBe(amsterdam + 1);
  });

  it('counts only stock of that location', async () => {
    await stockOf(cafe, LOCATION.amsterdam, 1_000);
    const before = await lastOf('products', IN_AMSTERDAM);
    for (const quantity of [3_000, 4_000, 5_000]) await stockOf(cafe, LOCATION.utrecht, quantity);
    await stockOf(cafe, LOCATION.amsterdam, 2_000);

    expect(await lastOf('products', IN_AMSTERDAM)).toBe(before + 1);
  });

  it('increases with each change of the location or of all, and never changes afterwards', async () => {
    const seen: number[] = [];
    for (let turn = 1; turn <= 4; turn += 1) {
      await stockOf(cafe, LOCATION.amsterdam, turn * 1_000);
      seen.push(await lastOf('products', IN_AMSTERDAM));
      await stockOf(cafe, LOCATION.utrecht, turn * 3_000);
      await changeProduct(shop.db, lamp, { title: `${turn}` });
      seen.push(await lastOf('products', IN_AMSTERDAM));
      expect(await lastOf('products', IN_UTRECHT)).toBe(seen.at(-1));
    }
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));

    const versions = await versionsOf('products', IN_AMSTERDAM);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    await sell(0);
    expect((await versionsOf('products', IN_AMSTERDAM)).filter((version) => versions.includes(version))).toContain(
      seen.at(-1),
    );
  });
});
