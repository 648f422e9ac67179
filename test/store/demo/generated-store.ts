import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GenerationRequest, generateShops } from '../../../electron/platform/demo/generate-shops.ts';
import { fillNewStore } from '../../../electron/store/demo/bulk-load.ts';
import { openStore, type Store } from '../../../electron/store/open-store.ts';
import type { NewOrder } from '../../../electron/store/orders/order-rules.ts';
import { plainHasher } from './demo-store.ts';

/** Two clock changes, a December, and the months that follow it. */
export const REQUEST: GenerationRequest = { products: 700, orders: 4_000, days: 210, until: '2026-04-30', seed: 7 };

/** A generated store, in a file that goes when it is closed. */
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

/** What is in the store, in the form in which orders are given to be written one by one. */
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
