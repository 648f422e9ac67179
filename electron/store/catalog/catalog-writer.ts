import { type RawBuilder, sql } from 'kysely';
import { recordProductChanges, recordStockChanges, type StockPlace } from '../changes/record-changes.ts';
import { isAmong, notByIndex } from '../dialects/expressions.ts';
import type { ProductPricesTable, StockTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';

/** A price excluding and including VAT: both are set, neither is calculated here. */
export type PriceChange = Pick<ProductPricesTable, 'id' | 'ppu' | 'ppu_wt'>;

/** A product at a location where it is stocked. */
export type StockLocation = Pick<StockTable, 'account_id' | 'product_id' | 'location_id'>;

/** What is added to the stock of a product at a location, in 1/1000, or with less than 0 taken off. */
export interface StockMovement extends Pick<StockTable, 'product_id' | 'location_id'> {
  readonly by: number;
}

/** Writes the prices that the account has. */
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

/** Sets the counted stock of a product where it is stocked, in 1/1000; it may be negative. */
export function changeStock(db: StoreDb, { account_id, ...place }: StockLocation, quantity: number): Promise<void> {
  return writeStock(db, account_id, [{ ...place, quantity }]);
}

/** Moves the stock of products where they are stocked. */
export function moveStock(db: StoreDb, accountId: number, movements: readonly StockMovement[]): Promise<void> {
  const changes = movements.map(({ by, ...place }) => ({ ...place, quantity: sql<number>`quantity + ${by}` }));
  return writeStock(db, accountId, changes);
}

interface StockChange extends Pick<StockTable, 'product_id' | 'location_id'> {
  readonly quantity: number | RawBuilder<number>;
}

async function writeStock(db: StoreDb, accountId: number, changes: readonly StockChange[]): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    const changed: StockPlace[] = [];
    for (const { product_id, location_id, quantity } of changes) {
      const place = { account_id: accountId, product_id, location_id };
      const { numUpdatedRows } = await transaction
        .updateTable('stock')
        .set({ quantity })
        .where(({ and }) => and(place))
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

/** Makes the stock of these products the sum over their locations, after a write of `stock`. */
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
    .where(notByIndex('account_id'), '=', accountId)
    .execute();
}
