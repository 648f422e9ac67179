import { type Expression, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  type CustomerSelection,
  customerList,
  openInvoicesOfCustomers,
  ordersOfCustomers,
} from '../../../electron/store/orders/customers-queries.ts';
import type { StoreScope } from '../../../electron/store/scoped-queries.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { perFile } from '../../support/test-scope.ts';

const OWNER = { accountId: 1, locationId: null };
const LOCKED = { accountId: 1, locationId: 11 };

const store = await perFile(openTestStore);

// What is in brackets is the query that is explained.
const READS_ALL = /SCAN [^(]/;
const READS_ALL_OR_SORTS = /SCAN [^(]|TEMP B-TREE/;

async function planOf(query: Expression<unknown>): Promise<string> {
  const { rows } = await sql<{ detail: string }>`explain query plan select * from ${query}`.execute(store.db);
  return rows.map(({ detail }) => detail).join('\n');
}

function listedOf(scope: StoreScope, selection: CustomerSelection): Expression<unknown> {
  return customerList(scope, selection).rows;
}

describe('customerList', () => {
  it('reads the customers of the account in the order of their index', async () => {
    const plan = await planOf(listedOf(OWNER, { q: 'jan' }));

    expect(plan).toContain('customers_by_account (account_id=?)');
    expect(plan).not.toMatch(READS_ALL_OR_SORTS);
  });

  it('looks for an order at the locked location by customer', async () => {
    const plan = await planOf(listedOf(LOCKED, {}));

    expect(plan).toContain('orders_by_customer (account_id=? AND customer_id=? AND location_id=?)');
    expect(plan).not.toMatch(READS_ALL_OR_SORTS);
  });

  it.each(['turnover_wt', '-order_count', 'date_last_purchased'] as const)(
    'by %s reads the orders of the account by customer, and its customers',
    async (sort) => {
      const plan = await planOf(listedOf(OWNER, { sort }));

      expect(plan).toMatch(/SEARCH orders USING (COVERING )?INDEX orders_by_customer \(account_id=\?/);
      expect(plan).toContain('customers_by_account (account_id=?)');
      expect(customerList(OWNER, { sort }).subjects).toEqual(['customers', 'orders', 'order_lines']);
    },
  );

  it.each([OWNER, LOCKED])('by what is open reads the open invoices and no other orders, for %j', async (scope) => {
    const { rows } = customerList(scope, { sort: '-open_invoices_wt' });
    const plan = await planOf(rows);

    expect(plan).toMatch(/SEARCH orders USING COVERING INDEX open_invoices \(account_id=\?/);
    expect(plan).not.toMatch(READS_ALL);
    expect(customerList(scope, { sort: '-open_invoices_wt' }).subjects).toEqual(['customers', 'orders', 'order_lines']);
  });

  it.each([OWNER, LOCKED])(
    'of a segment, or with an open invoice, looks these up by customer for %j',
    async (scope) => {
      const plan = await planOf(listedOf(scope, { segment_id: [2, 3], has_open_invoices: true }));

      expect(plan).toContain('INDEX sqlite_autoindex_customer_segments_1 (customer_id=? AND segment_id=?)');
      expect(plan).toMatch(/COVERING INDEX open_invoices \(account_id=\? AND customer_id=\?/);
      expect(plan).not.toMatch(READS_ALL_OR_SORTS);
    },
  );

  it('is valid until customers change; by open invoices and at a locked location until orders change', () => {
    expect(customerList(OWNER, {}).subjects).toEqual(['customers']);
    expect(customerList(OWNER, { has_open_invoices: false }).subjects).toEqual(['customers', 'orders', 'order_lines']);
    expect(customerList(LOCKED, {}).subjects).toEqual(['customers', 'orders', 'order_lines']);
  });
});

describe('ordersOfCustomers', () => {
  it.each([OWNER, LOCKED])('reads the orders of these customers alone for %j', async (scope) => {
    const plan = await planOf(ordersOfCustomers(store.db, scope, [1, 2, 3]));

    expect(plan).toMatch(/SEARCH orders USING INDEX orders_by_customer \(account_id=\? AND customer_id=\?/);
    expect(plan).not.toMatch(READS_ALL);
  });
});

describe('openInvoicesOfCustomers', () => {
  it.each([OWNER, LOCKED])('reads the open invoices of these customers alone for %j', async (scope) => {
    const plan = await planOf(openInvoicesOfCustomers(store.db, scope, [1, 2, 3]));

    expect(plan).toMatch(/SEARCH orders USING COVERING INDEX open_invoices \(account_id=\? AND customer_id=\?/);
    expect(plan).not.toMatch(READS_ALL_OR_SORTS);
  });
});
