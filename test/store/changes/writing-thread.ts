import { workerData } from 'node:worker_threads';
import { openStore } from '../../../electron/store/open-store.ts';
import { CUSTOMER, PRODUCT } from '../../support/shop-fixture-ids.ts';

/** What a thread is to do: to change stock, names of products and names of customers, on a connection of its own. */
export interface WritingTask {
  readonly file: string;
  readonly seed: number;
  readonly writes: number;
}

const { file, seed, writes } = workerData as WritingTask;
const { db, close } = await openStore({ file });
for (let n = seed; n < writes * 2; n += 2) {
  // Statements that begin with a write wait for the other writer.
  if (n % 3 === 0) {
    await db.updateTable('stock').set({ quantity: n }).where('product_id', '=', PRODUCT.cafe).execute();
  } else if (n % 3 === 1) {
    await db
      .updateTable('products')
      .set({ title: `Naam ${n}` })
      .where('id', '=', PRODUCT.lamp)
      .execute();
  } else {
    await db
      .updateTable('customers')
      .set({ name: `Klant ${n}` })
      .where('id', '=', CUSTOMER.zon)
      .execute();
  }
}
await close();
