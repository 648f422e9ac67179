import { describe, expect, it } from 'vitest';
import { readListedStock, readStockPage, stockList } from '../../../electron/store/catalog/stock-queries.ts';
import { createOrderedLists } from '../../../electron/store/create-ordered-lists.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { ACCOUNT, LOCATION } from '../../support/shop-fixture-ids.ts';

describe('stock', () => {
  it.each([null, LOCATION.utrecht])('has the same rows by page and by list, at location %j', async (locationId) => {
    const { store } = await openFixturePlatform();
    const scope = { accountId: ACCOUNT.alpha, locationId };
    const lists = createOrderedLists(store.db);
    const page = { start: 1, limit: 2 };

    const byPage = await readStockPage(store.db, scope, page);
    const byList = await lists.read(stockList(scope, {}), (db, list) => readListedStock(db, scope, list, page));
    expect(byList.bytes).toEqual(byPage.bytes);
    expect(byPage.count).toBeGreaterThan(0);
    await store.close();
  });
});
