import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { customersOfPage, ordersOfCustomers } from '../../electron/store/customers-queries.ts';
import { openStore, type Store } from '../../electron/store/open-store.ts';

const OWNER = { accountId: 1, locationId: null };
const LOCKED = { accountId: 1, locationId: 11 };
const PAGE = { start: 0, limit: 100 };

let store: Store;

beforeAll(async () => {
  store = await openStore({ file: ':memory:' });
  return () => store.close();
});

interface Explained {
  explain<Row extends object>(format: undefined, expression: typeof QUERY_PLAN): Promise<Row[]>;
}
const QUERY_PLAN = sql`query plan`;

async function planOf(query: Explained): Promise<string> {
  const plan = await query.explain<{ detail: string }>(undefined, QUERY_PLAN);
  return plan.map(({ detail }) => detail).join('\n');
}

describe('customersOfPage', () => {
  it('reads the customers of the account in the order of their index', async () => {
    const plan = await planOf(customersOfPage(store.db, OWNER, { q: 'jan' }, PAGE));

    expect(plan).toContain('customers_by_account (account_id=?)');
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });

  it('looks for an order at the locked location by customer', async () => {
    const plan = await planOf(customersOfPage(store.db, LOCKED, {}, PAGE));

    expect(plan).toContain('orders_by_customer (account_id=? AND customer_id=? AND location_id=?)');
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});

describe('ordersOfCustomers', () => {
  it.each([OWNER, LOCKED])('reads the orders of these customers alone for %j', async (scope) => {
    const plan = await planOf(ordersOfCustomers(store.db, scope, [1, 2, 3]));

    expect(plan).toMatch(/SEARCH orders USING INDEX orders_by_customer \(account_id=\? AND customer_id=\?/);
    expect(plan).not.toContain('SCAN');
  });
});
