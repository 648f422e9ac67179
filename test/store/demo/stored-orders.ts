import type { Store } from '../../../electron/store/open-store.ts';
import type { NewOrder } from '../../../electron/store/orders/order-rules.ts';

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
