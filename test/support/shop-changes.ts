import type { Store } from '../../electron/store/open-store.ts';
import { changeOrder, writingOrders } from '../../electron/store/orders/order-writer.ts';
import { inTransaction } from '../../electron/store/transactions.ts';
import { ACCOUNT } from './shop-fixture.ts';

type Db = Store['db'];

/** Changes of the fixture shop, each as the program itself makes it. */
export function shopChanges(db: Db, now: () => number) {
  return {
    rename: (id: number, title: string) => db.updateTable('products').set({ title }).where('id', '=', id).execute(),

    reprice: (id: number, ppu: number) =>
      db.updateTable('product_prices').set({ ppu }).where('product_id', '=', id).execute(),

    restock: (product: number, location: number, quantity: number) =>
      db
        .updateTable('stock')
        .set({ quantity })
        .where('product_id', '=', product)
        .where('location_id', '=', location)
        .execute(),

    async removeProduct(id: number) {
      for (const table of ['product_prices', 'stock'] as const) {
        await db.deleteFrom(table).where('product_id', '=', id).execute();
      }
      await db.deleteFrom('products').where('id', '=', id).execute();
    },

    changeStatus: (id: number, status: 'processing' | 'complete' | 'cancelled' | 'refunded') =>
      changeOrder(db, { account_id: ACCOUNT.alpha, id, status, date_updated: now() }),

    removeOrder: (id: number) =>
      inTransaction(db, (transaction) =>
        writingOrders(transaction, { existing: [id] }, async () => {
          for (const table of ['order_items', 'order_payments'] as const) {
            await transaction.deleteFrom(table).where('order_id', '=', id).execute();
          }
          await transaction.deleteFrom('orders').where('id', '=', id).execute();
        }),
      ),
  };
}
