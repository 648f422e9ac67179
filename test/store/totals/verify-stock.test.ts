import { describe, expect, it } from 'vitest';
import { repairStock, verifyStock } from '../../../electron/store/totals/store-verification.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, PRODUCT } from '../../support/shop-fixture-ids.ts';
import { perTest } from '../../support/test-scope.ts';

const store = perTest(async () => (await openFixturePlatform()).store);

describe('stock of products', () => {
  const spoil = (id: number, stock: number) =>
    store.db.updateTable('products').set({ stock }).where('id', '=', id).execute();
  const difference = (id: number, kept: number, right: number) => ({
    table: 'products',
    key: { account_id: ACCOUNT.alpha, id },
    column: 'stock',
    kept,
    right,
  });

  it('equals that of the locations', async () => {
    expect(await verifyStock(store.db)).toEqual([]);
  });

  it('is reported if it differs, also of a product without stock, and repaired', async () => {
    await spoil(PRODUCT.cafe, -1_999);
    await spoil(PRODUCT.lamp, 1);

    expect(await verifyStock(store.db)).toEqual([
      difference(PRODUCT.cafe, -1_999, -2_000),
      difference(PRODUCT.lamp, 1, 0),
    ]);
    await repairStock(store.db);
    expect(await verifyStock(store.db)).toEqual([]);
  });
});
