import { type Insertable, sql, type Updateable } from 'kysely';
import type { StockLocation } from '../../electron/store/catalog/catalog-writer.ts';
import {
  recordCustomerChanges,
  recordProductChanges,
  recordStockChanges,
} from '../../electron/store/changes/record-changes.ts';
import { insertRows } from '../../electron/store/insert-rows.ts';
import type { StoreDb, StoreSchema } from '../../electron/store/schema.ts';
import { inWriteTransaction, lockAccount } from '../../electron/store/transactions.ts';

/*
 * Catalog writes that the program makes only in copies and demo shops. Each is recorded as the program records its own.
 */

type Row<Table extends keyof StoreSchema> = Insertable<StoreSchema[Table]>;

export interface NewProduct {
  readonly product: Row<'products'>;
  readonly prices?: readonly Row<'product_prices'>[];
}

export async function insertProduct(db: StoreDb, { product, prices = [] }: NewProduct): Promise<void> {
  const { id, account_id } = product;
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, account_id);
    await insertRows(transaction, 'products', [product]);
    await insertRows(transaction, 'product_prices', prices);
    await recordProductChanges(transaction, account_id, [id]);
  });
}

export async function changeProduct(
  db: StoreDb,
  id: number,
  columns: Updateable<StoreSchema['products']>,
): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    const account = await lockProductAccount(transaction, id);
    await transaction.updateTable('products').set(columns).where('id', '=', id).execute();
    await recordProductChanges(transaction, account, [id]);
  });
}

/** Deletes a product with its prices and stock. */
export async function removeProduct(db: StoreDb, id: number): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    const account = await lockProductAccount(transaction, id);
    for (const table of ['product_prices', 'stock'] as const) {
      await transaction.deleteFrom(table).where('product_id', '=', id).execute();
    }
    await transaction.deleteFrom('products').where('id', '=', id).execute();
    await recordProductChanges(transaction, account, [id]);
  });
}

export async function insertPrices(db: StoreDb, prices: readonly Row<'product_prices'>[]): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    for (const [account, ofAccount] of Map.groupBy(prices, ({ account_id }) => account_id)) {
      await lockAccount(transaction, account);
      await insertRows(transaction, 'product_prices', ofAccount);
      const productIds = ofAccount.map(({ product_id }) => product_id);
      await recordProductChanges(transaction, account, productIds);
    }
  });
}

/** Sets columns of all prices of a product. */
export async function changeProductPrices(
  db: StoreDb,
  productId: number,
  columns: Updateable<StoreSchema['product_prices']>,
): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    const account = await lockProductAccount(transaction, productId);
    await transaction.updateTable('product_prices').set(columns).where('product_id', '=', productId).execute();
    await recordProductChanges(transaction, account, [productId]);
  });
}

/** `null` if the product is no longer stocked there. */
export async function setStock(db: StoreDb, place: StockLocation, quantity: number | null): Promise<void> {
  const { account_id, product_id, location_id } = place;
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, account_id);
    await transaction
      .deleteFrom('stock')
      .where(({ and }) => and({ account_id, product_id, location_id }))
      .execute();
    if (quantity !== null) await insertRows(transaction, 'stock', [{ account_id, product_id, location_id, quantity }]);
    await sql`
      update products set stock = coalesce((select sum(quantity) from stock where product_id = ${product_id}), 0)
      where id = ${product_id}`.execute(transaction);
    await recordStockChanges(transaction, account_id, [{ product_id, location_id }]);
  });
}

/** Changes the name or e-mail address. */
export async function renameCustomer(
  db: StoreDb,
  id: number,
  columns: Pick<Updateable<StoreSchema['customers']>, 'name' | 'email'>,
): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    const { account_id } = await transaction
      .selectFrom('customers')
      .select('account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await lockAccount(transaction, account_id);
    await transaction.updateTable('customers').set(columns).where('id', '=', id).execute();
    await recordCustomerChanges(transaction, account_id, [id]);
  });
}

async function lockProductAccount(transaction: StoreDb, productId: number): Promise<number> {
  const { account_id } = await transaction
    .selectFrom('products')
    .select('account_id')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  await lockAccount(transaction, account_id);
  return account_id;
}
