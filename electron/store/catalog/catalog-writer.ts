import { type RawBuilder, sql, type UpdateResult } from 'kysely';
import type { ProductPricesTable, StockTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';

/** A price excluding and including VAT: both are set, neither is calculated here. */
export type PriceChange = Pick<ProductPricesTable, 'account_id' | 'id' | 'ppu' | 'ppu_wt'>;

/** A product at a location where it is stocked. */
export type StockLocation = Pick<StockTable, 'account_id' | 'product_id' | 'location_id'>;

/** Throws `CatalogRuleError` for a price that the account does not have. */
export async function changePrice(db: StoreDb, { account_id, id, ppu, ppu_wt }: PriceChange): Promise<void> {
  const subject = `price ${id}`;
  if (ppu < 0 || ppu_wt < 0) throw new CatalogRuleError('price_is_not_negative', subject);
  const { numUpdatedRows } = await withLock(db, account_id, (transaction) =>
    transaction
      .updateTable('product_prices')
      .set({ ppu, ppu_wt })
      .where(({ and }) => and({ account_id, id }))
      .executeTakeFirst(),
  );
  if (numUpdatedRows !== 1n) throw new CatalogRuleError('price_exists', subject);
}

/** Sets the counted stock, in 1/1000; it may be negative. Throws `CatalogRuleError` where the product is not stocked. */
export function changeStock(db: StoreDb, place: StockLocation, quantity: number): Promise<void> {
  return writeStock(db, place, quantity);
}

/** Adds to the stock, in 1/1000, or with less than 0 takes off. Throws `CatalogRuleError` where it is not stocked. */
export function moveStock(db: StoreDb, place: StockLocation, by: number): Promise<void> {
  return writeStock(db, place, sql`quantity + ${by}`);
}

async function writeStock(db: StoreDb, place: StockLocation, quantity: number | RawBuilder<number>): Promise<void> {
  const { account_id, product_id, location_id } = place;
  const { numUpdatedRows } = await withLock(db, account_id, (transaction) =>
    transaction
      .updateTable('stock')
      .set({ quantity })
      .where(({ and }) => and({ account_id, product_id, location_id }))
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 1n) return;
  throw new CatalogRuleError('stock_is_kept_there', `stock of product ${product_id} at location ${location_id}`);
}

/** The database records each change in the feed: without the lock two transactions could deadlock there. */
function withLock(db: StoreDb, accountId: number, write: (transaction: StoreDb) => Promise<UpdateResult>) {
  return inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    return write(transaction);
  });
}

/** The rules of a change of the catalog. */
type CatalogRule = 'price_exists' | 'price_is_not_negative' | 'stock_is_kept_there';

/** A change that breaks a rule; nothing of it was written. */
export class CatalogRuleError extends Error {
  override readonly name = 'CatalogRuleError';
  readonly rule: CatalogRule;

  constructor(rule: CatalogRule, subject: string) {
    super(`${subject} breaks the rule: ${rule.replaceAll('_', ' ')}`);
    this.rule = rule;
  }
}
