import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../electron/store/open-store.ts';
import { discountedOrdersAfter } from '../../electron/store/orders-queries.ts';

describe('discountedOrdersAfter', () => {
  let store: Store;

  beforeAll(async () => {
    store = await openStore({ file: ':memory:' });
    return () => store.close();
  });

  it.each([null, { datePurchased: 5, id: 7 }])(
    'reads the index of discounts from the key %j on and never sorts',
    async (after) => {
      const scope = { accountId: 1, locationId: null };
      const selection = { range: { start: 0, end: 9 }, only_full: false, include_negative: false };
      const query = discountedOrdersAfter(store.db, scope, selection, after);
      const plan = await query.explain<{ detail: string }>(undefined, sql`query plan`);
      const details = plan.map(({ detail }) => detail).join('\n');

      expect(details).toContain(
        'orders_with_discount (account_id=? AND date_purchased>? AND date_purchased<?)',
      );
      expect(details).not.toContain('TEMP B-TREE');
    },
  );
});
