import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillNewStore } from '../../../electron/store/demo/bulk-load.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

describe('a bulk load', () => {
  it('dates the first changes of a shop without orders by the given clock', async () => {
    const file = join(createTemporaryFolder(), 'shop.sqlite');
    const clock = createFixedClock('2026-02-03T04:05:06+01:00');
    const product = { id: 7, account_id: 1, sku: 'A', title: 'A', product_group_id: 1, shop_product_id: 1 };
    await fillNewStore({ file, clock }, async ({ insert, finish }) => {
      insert('accounts', [{ id: 1, name: 'alpha' }]);
      insert('products', [{ ...product, folded_sku: 'a', folded_title: 'a' }]);
      await finish(() => {});
    });
    const { db, close } = await openStore({ file });
    const changes = await db.selectFrom('product_changes').select(['product_id', 'changed_at']).execute();
    const feeds = await db.selectFrom('feeds').select(['feed', 'changed_at']).execute();
    await close();
    expect(changes).toEqual([{ product_id: 7, changed_at: clock.now() }]);
    expect(feeds).toEqual([{ feed: 'products', changed_at: clock.now() }]);
  });
});
