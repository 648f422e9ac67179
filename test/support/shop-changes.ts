import { changeStock } from '../../electron/store/catalog/catalog-writer.ts';
import type { Store } from '../../electron/store/open-store.ts';
import { changeOrder, writeOrders } from '../../electron/store/orders/order-writer.ts';
import { inTransaction } from '../../electron/store/transactions.ts';
import { changeProduct, changeProductPrices, removeProduct } from './catalog-rows.ts';
import { ACCOUNT } from './shop-fixture.ts';

type Db = Store['db'];

/** Creates changes to the fixture shop like those of the program. Products belong to alpha. */
export function createShopChanges(db: Db, now: () => number) {
  return {
    rename: (id: number, title: string) => changeProduct(db, id, { title }),

    reprice: (id: number, ppu: number) => changeProductPrices(db, id, { ppu }),

    restock: (product_id: number, location_id: number, quantity: number) =>
      changeStock(db, { account_id: ACCOUNT.alpha, product_id, location_id }, quantity),

    removeProduct: (id: number) => removeProduct(db, id),

    changeStatus: (id: number, status: 'processing' | 'complete' | 'cancelled' | 'refunded') =>
      changeOrder(db, { account_id: ACCOUNT.alpha, id, status, date_updated: now() }),

    removeOrder: (id: number) =>
      inTransaction(db, (transaction) =>
        writeOrders(transaction, { existing: [id] }, async () => {
          for (const table of ['order_items', 'order_payments'] as const) {
            await transaction.deleteFrom(table).where('order_id', '=', id).execute();
          }
          await transaction.deleteFrom('orders').where('id', '=', id).execute();
        }),
      ),
  };
}
