import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type GenerationRequest, generateShops } from '../../../electron/platform/demo/generate-shops.ts';
import { fillNewStore } from '../../../electron/store/demo/bulk-load.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import type { NewOrder } from '../../../electron/store/orders/order-rules.ts';
import { plainHasher } from './demo-store.ts';

/** Covers two clock changes, a December, and the months after it. */
export const REQUEST: GenerationRequest = { products: 700, orders: 4_000, days: 210, until: '2026-04-30', seed: 7 };

/** A generated store, in a file that is removed when it is closed. */
export async function generatedStore(request: Partial<GenerationRequest> = {}): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-test-'));
  const file = join(folder, 'generated.sqlite');
  await fillNewStore({ file }, (load) =>
    generateShops({ ...REQUEST, ...request }, { load, hasher: plainHasher, onProgress: () => {} }),
  );
  const store = await openStore({ file });
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { ...store, close };
}

/** Reads the orders of the store in the form that writers accept. */
export async function readStoredOrders({ db }: Pick<Store, 'db'>): Promise<NewOrder[]> {
  const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute();
  const items = Map.groupBy(
    await db.selectFrom('order_items').selectAll().orderBy('id').execute(),
    (item) => item.order_id,
  );
  const payments = Map.groupBy(
    await db.selectFrom('order_payments').selectAll().orderBy('id').execute(),
    (payment) => payment.order_id,
  );
  return orders.map((order) => ({ order, items: items.get(order.id) ?? [], payments: payments.get(order.id) ?? [] }));
}

/**
 * Orders and lines that refer to a record of another account or to none, and orders whose location is not that of their
 * shop.
 */
export async function readStrangeReferences(db: Store['db']): Promise<unknown[]> {
  const strange = [
    ...['product', 'product_group', 'tax_rate'].map((record) => isOfAnother('order_items', record)),
    isOfAnother('order_payments', 'provider'),
    ...['customer', 'follows_order'].map((record) => isOfAnother('orders', record)),
    sql`select orders.id from orders inner join shops on shops.id = shop_id
      where shops.account_id <> orders.account_id or shops.location_id is distinct from orders.location_id`,
  ];
  const found = await Promise.all(strange.map((query) => query.execute(db)));
  return found.flatMap(({ rows }) => rows);
}

const TABLES: Readonly<Record<string, string>> = {
  ...{ product: 'products', product_group: 'turnover_groups', tax_rate: 'tax_rates' },
  ...{ provider: 'payment_providers', customer: 'customers', follows_order: 'orders' },
};

function isOfAnother(table: string, record: string) {
  const column = sql.id('row', `${record}_id`);
  return sql`select row.id from ${sql.table(table)} as row
    left join ${sql.table(TABLES[record] ?? '')} as known on known.id = ${column}
    where ${column} is not null and known.account_id is distinct from row.account_id`;
}
