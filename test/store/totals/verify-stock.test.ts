import { describe, expect, it } from 'vitest';
import { readFeedEnd } from '../../../electron/platform/platform.ts';
import { repairStock, verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, CALLER, PRODUCT } from '../../support/shop-fixture.ts';
import { openPerTest } from '../../support/test-scope.ts';

const fixture = openPerTest(() => openFixturePlatform());

describe('stock of products', () => {
  const spoil = (id: number, stock: number) =>
    fixture.store.db.updateTable('products').set({ stock }).where('id', '=', id).execute();
  const difference = (id: number, stored: number, expected: number) => ({
    table: 'products',
    key: { account_id: ACCOUNT.alpha, id },
    column: 'stock',
    stored,
    expected,
  });

  it('equals that of the locations', async () => {
    expect(await verifyStock(fixture.store.db)).toEqual([]);
  });

  it('is reported if it differs, also for a product without stock, and repaired', async () => {
    await spoil(PRODUCT.cafe, -1_999);
    await spoil(PRODUCT.lamp, 1);

    expect(await verifyStock(fixture.store.db)).toEqual([
      difference(PRODUCT.cafe, -1_999, -2_000),
      difference(PRODUCT.lamp, 1, 0),
    ]);
    const before = await readFeedEnd(fixture.platform, CALLER.owner, 'products');
    await repairStock(fixture.store.db);
    expect(await verifyStock(fixture.store.db)).toEqual([]);
    expect(await readFeedEnd(fixture.platform, CALLER.owner, 'products')).not.toBe(before);
  });
});
