import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { productSalesList } from '../../../electron/store/orders/product-sales-queries.ts';
import { openTestStore } from '../../support/open-test-store.ts';

it('sales without a product are found by their index', async () => {
  const store = await openTestStore();
  const range = { start: 0, end: 1 };
  const { rows } = productSalesList({ accountId: 1, locationId: null }, { range });
  const plan = await sql<{ detail: string }>`explain query plan select * from ${rows}`.execute(store.db);
  const details = plan.rows.map(({ detail }) => detail);

  expect(details).toContainEqual(expect.stringMatching(/SEARCH order_items USING INDEX loose_order_items/));
  expect(details.filter((detail) => detail.includes('order_items_by_product'))).toEqual([]);
  await store.close();
});
