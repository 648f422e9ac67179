import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../electron/store/open-store.ts';
import { insertOrders } from '../../../electron/store/orders/order-writer.ts';
import type { StoreDb } from '../../../electron/store/schema.ts';

// A till beside the product: it repeatedly sells the last order of the account, as new orders with the same time.
const [storeFile = '', accountText = '', perMinuteText = ''] = process.argv.slice(2);
const accountId = Number(accountText);
const { db } = await openStore({ file: storeFile });
process.once('SIGTERM', () => process.exit(0));

const sellAgain = await createSeller(db);
await sellAgain();
process.stdout.write('Selling\n');
for (;;) {
  await delay(60_000 / Number(perMinuteText));
  await sellAgain();
}

async function createSeller(store: StoreDb): Promise<() => Promise<void>> {
  const sold = await store
    .selectFrom('orders')
    .selectAll()
    .where(({ and }) => and({ account_id: accountId, status: 'complete', payment_term: 'direct' }))
    .where('follows_order_id', 'is', null)
    .where('value_wt', '>', 0)
    .orderBy('date_purchased', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const items = await store.selectFrom('order_items').selectAll().where('order_id', '=', sold.id).execute();
  const payments = await store.selectFrom('order_payments').selectAll().where('order_id', '=', sold.id).execute();
  const ids = {
    order: await readHighestId(store, 'orders'),
    item: await readHighestId(store, 'order_items'),
    payment: await readHighestId(store, 'order_payments'),
  };
  const { local_day, value_wt, value_ex, discount_wt, discount_ex, ...order } = sold;
  const { non_revenue_wt, sold_before_discount_wt, ...given } = order;

  return async () => {
    ids.order += 1;
    await insertOrders(store, [
      {
        order: { ...given, id: ids.order, order_number: `BENCH-${ids.order}` },
        items: items.map(({ account_id, order_id, ...item }) => ({ ...item, id: ++ids.item })),
        payments: payments.map(({ account_id, order_id, ...payment }) => ({ ...payment, id: ++ids.payment })),
      },
    ]);
  };
}

async function readHighestId(store: StoreDb, table: 'orders' | 'order_items' | 'order_payments'): Promise<number> {
  const { id } = await store
    .selectFrom(table)
    .select((eb) => eb.fn.max<number>('id').as('id'))
    .executeTakeFirstOrThrow();
  return id;
}
