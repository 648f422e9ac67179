import { type RawBuilder, sql } from 'kysely';
import { recordProductChanges, recordStockChanges, type StockKey } from '../changes/record-changes.ts';
import { avoidIndex, isAmong } from '../dialects/expressions.ts';
import type { ProductPricesTable, StockTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';

/** A new price, excluding and including VAT. Both are stored as given. */
export type PriceChange = Pick<ProductPricesTable, 'id' | 'ppu' | 'ppu_wt'>;

/** A product at a location where it is stocked. */
export type StockLocation = Pick<StockTable, 'account_id' | 'product_id' | 'location_id'>;

/** A quantity in 1/1000 to add to the stock of a product at a location; negative to subtract. */
export interface StockMovement extends Pick<StockTable, 'product_id' | 'location_id'> {
  readonly by: number;
}

/** Updates existing prices of the account. Skips unknown ids. */
export async function changePrices(db: StoreDb, accountId: number, changes: readonly PriceChange[]): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    const productIds: number[] = [];
    for (const { id, ppu, ppu_wt } of changes) {
      const changed = await transaction
        .updateTable('product_prices')
        .set({ ppu, ppu_wt })
        .where(({ and }) => and({ account_id: accountId, id }))
        .where(({ eb, or }) => or([eb('ppu', '<>', ppu), eb('ppu_wt', '<>', ppu_wt)]))
        .returning('product_id')
        .executeTakeFirst();
      if (changed !== undefined) productIds.push(changed.product_id);
    }
    await recordProductChanges(transaction, accountId, productIds);
  });
}

/** Sets the stock of a product at a location where it is stocked, in 1/1000. It may be negative. */
export function changeStock(db: StoreDb, { account_id, ...key }: StockLocation, quantity: number): Promise<void> {
  return writeStock(db, account_id, [{ ...key, quantity }]);
}

/** Adds to the stock of products at locations where they are stocked. */
export function moveStock(db: StoreDb, accountId: number, movements: readonly StockMovement[]): Promise<void> {
  const changes = movements.map(({ by, ...key }) => ({ ...key, quantity: sql<number>`quantity + ${by}` }));
  return writeStock(db, accountId, changes);
}

interface StockChange extends Pick<StockTable, 'product_id' | 'location_id'> {
  readonly quantity: number | RawBuilder<number>;
}

async function writeStock(db: StoreDb, accountId: number, changes: readonly StockChange[]): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    const changed: StockKey[] = [];
    for (const { product_id, location_id, quantity } of changes) {
      const key = { account_id: accountId, product_id, location_id };
      const { numUpdatedRows } = await transaction
        .updateTable('stock')
        .set({ quantity })
        .where(({ and }) => and(key))
        .where('quantity', '<>', quantity)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) changed.push({ product_id, location_id });
    }
    await sumStock(
      transaction,
      accountId,
      changed.map(({ product_id }) => product_id),
    );
    await recordStockChanges(transaction, accountId, changed);
  });
}

/** Updates `products.stock` to the sum over all locations. Call it after writing `stock`. */
export async function sumStock(db: StoreDb, accountId: number, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await db
    .updateTable('products')
    .set({
      stock: sql<number>`coalesce((
        select sum(quantity) from stock
        where stock.account_id = products.account_id and stock.product_id = products.id), 0)`,
    })
    .where(isAmong('id', JSON.stringify(productIds)))
    .where(avoidIndex('account_id'), '=', accountId)
    .execute();
}
