import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { discountedOrdersAfter } from '../../../electron/store/orders/discounted-orders-queries.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { perFile } from '../../support/test-scope.ts';

const store = await perFile(openTestStore);

describe('discountedOrdersAfter', () => {
  it.each([
    { shop_id: undefined, only_full: false, include_negative: false },
    { shop_id: [3], only_full: true, include_negative: true },
    { shop_id: [3, 4], location_id: [7, 8], only_full: true, include_negative: true },
  ])('reads the index of discounts from the key on and never sorts, with %j', async (filters) => {
    const scope = { accountId: 1, locationId: null };
    const selection = { ...filters, range: { start: 5, end: 9 } };
    const query = discountedOrdersAfter(store.db, scope, selection, { datePurchased: 5, id: 7 });
    const plan = await query.explain<{ detail: string }>(undefined, sql`query plan`);
    const details = plan.map(({ detail }) => detail).join('\n');

    expect(details).toContain('orders_with_discount (account_id=? AND date_purchased>? AND date_purchased<?)');
    expect(details).not.toContain('TEMP B-TREE');
  });
});
