import { type Expression, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { productList } from '../../electron/store/catalog/catalog-queries.ts';
import { isAmong } from '../../electron/store/dialects/expressions.ts';
import { openPostgresStore } from '../../electron/store/open-postgres-store.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { openInvoicesOfCustomers, ordersOfCustomers } from '../../electron/store/orders/customers-queries.ts';
import { discountedOrdersAfter } from '../../electron/store/orders/discounted-orders-queries.ts';
import { itemList } from '../../electron/store/orders/order-lines-queries.ts';
import { orderList } from '../../electron/store/orders/orders-queries.ts';
import { productSalesList } from '../../electron/store/orders/product-sales-queries.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { selectedTotals } from '../../electron/store/totals/totals-selection.ts';
import { ITEM_TOTALS, NON_REVENUE_WT } from '../../electron/store/totals/totals-tables.ts';
import { inTransaction } from '../../electron/store/transactions.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SCOPE = { accountId: 1, locationId: null };
const RANGE = { start: 1_000, end: 2_000 };
const DISCOUNTS = { range: RANGE, only_full: false, include_negative: true };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

// Of its own: what PostgreSQL learned of another test's rows would make other plans.
let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  store = await openPostgresStore({ url: database.url });
  await fillCatalog(store.db);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

/** So many products that the index of their text is cheaper than to look at them all. */
async function fillCatalog(db: Kysely<StoreSchema>): Promise<void> {
  await db.insertInto('accounts').values({ id: 1, name: 'shop' }).execute();
  const all = { title: 'all', folded_title: 'all' };
  await db
    .insertInto('turnover_groups')
    .values({ id: 1, account_id: 1, code: '1', ...all })
    .execute();
  await sql`alter table products disable trigger user`.execute(db);
  await sql`insert into products
    (id, account_id, sku, title, product_group_id, shop_product_id, folded_sku, folded_title)
    select n, 1, n, n, 1, n, md5(n::text), md5(n::text) from generate_series(1, 20000) as n`.execute(db);
  await sql`vacuum analyze products`.execute(db);
}

/** How PostgreSQL runs the query where it may not read whole tables, which is cheapest in small ones. */
function planOf(queryOn: (db: Kysely<StoreSchema>) => Expression<unknown>): Promise<string> {
  return inTransaction(store.db, async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${queryOn(db)}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

describe('PostgreSQL', () => {
  it.each<[string, (db: Kysely<StoreSchema>) => Expression<unknown>, string[]]>([
    [
      'products by part of their text',
      () => productList(SCOPE, { q: 'koffie' }).rows,
      ['product_search_by_sku', 'product_search_by_title', 'product_search_by_plain_sku'],
    ],
    [
      'orders by the start of their number, and by their customer',
      () => orderList(SCOPE, { range: RANGE, q: '2608' }).rows,
      ['orders_by_plain_number', 'orders_by_customer'],
    ],
    [
      'orders with a discount from a key on',
      (db) => discountedOrdersAfter(db, SCOPE, DISCOUNTS, { datePurchased: 1_500, id: 7 }),
      ['orders_with_discount'],
    ],
    ['orders of some customers', (db) => ordersOfCustomers(db, SCOPE, [5, 6]), ['orders_by_customer']],
    ['open invoices of some customers', (db) => openInvoicesOfCustomers(db, SCOPE, [5, 6]), ['open_invoices']],
    ['items of a product', () => itemList(SCOPE, { range: RANGE, product_id: 5 }).rows, ['order_items_by_product']],
    ['what was sold without a product', () => productSalesList(SCOPE, { range: RANGE }).rows, ['loose_order_items']],
    [
      'what is no turnover of an order',
      () => sql`select ${NON_REVENUE_WT} from orders where orders.id = 5`,
      ['non_revenue_items'],
    ],
    [
      'totals of a month',
      () => sql`select * from ${selectedTotals(ITEM_TOTALS, SCOPE, OCTOBER)} as totals`,
      ['item_totals_by_month_by_key'],
    ],
  ])('finds %s by an index', async (_, queryOn, indexes) => {
    const plan = await planOf(queryOn);
    for (const index of indexes) expect(plan).toContain(index);
  });

  it('reads a list of numbers once, not once per row', async () => {
    const plan = await planOf(() => sql`select * from order_items where ${isAmong('quantity', '[5,6,7]')}`);
    expect(plan).toContain("ANY ('{5,6,7}'::bigint[])");
  });
});
