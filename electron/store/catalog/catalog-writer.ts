import { type SqlBool, sql } from 'kysely';
import { recordProductChanges, recordStockChanges } from '../changes/record-changes.ts';
import type { ProductPricesTable, StockTable, StoreDb } from '../schema.ts';
import { writeTogether } from '../scoped-queries.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';

/** A price excluding and including VAT: both are set, neither is calculated here. */
export type PriceChange = Pick<ProductPricesTable, 'id' | 'ppu' | 'ppu_wt'>;

/** A product at a location where it is stocked. */
export type StockLocation = Pick<StockTable, 'account_id' | 'product_id' | 'location_id'>;

/** What is added to the stock of a product at a location, in 1/1000, or with less than 0 taken off. */
export interface StockMovement extends Pick<StockTable, 'product_id' | 'location_id'> {
  readonly by: number;
}

/** Writes all prices or none. Throws `CatalogRuleError` for a price that the account does not have. */
export async function changePrices(db: StoreDb, accountId: number, changes: readonly PriceChange[]): Promise<void> {
  const negative = changes.find(({ ppu, ppu_wt }) => ppu < 0 || ppu_wt < 0);
  if (negative !== undefined) throw new CatalogRuleError('price_is_not_negative', `price ${negative.id}`);
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    const changedProducts: number[] = [];
    for (const { id, ppu, ppu_wt } of changes) {
      const ofPrice = { account_id: accountId, id };
      const before = await transaction
        .selectFrom('product_prices')
        .select(['product_id', 'ppu', 'ppu_wt'])
        .where(({ and }) => and(ofPrice))
        .executeTakeFirst();
      if (before === undefined) throw new CatalogRuleError('price_exists', `price ${id}`);
      if (before.ppu === ppu && before.ppu_wt === ppu_wt) continue;
      await transaction
        .updateTable('product_prices')
        .set({ ppu, ppu_wt })
        .where(({ and }) => and(ofPrice))
        .execute();
      changedProducts.push(before.product_id);
    }
    await recordProductChanges(transaction, accountId, changedProducts);
  });
}

/** Sets the counted stock, in 1/1000; it may be negative. Throws `CatalogRuleError` where the product is not stocked. */
export function changeStock(db: StoreDb, { account_id, ...place }: StockLocation, quantity: number): Promise<void> {
  return writeStock(db, account_id, [{ ...place, getQuantity: () => quantity }]);
}

/** Writes all movements or none. Throws `CatalogRuleError` if a product is not stocked at its location. */
export function moveStock(db: StoreDb, accountId: number, movements: readonly StockMovement[]): Promise<void> {
  const changes = movements.map(({ by, ...place }) => ({ ...place, getQuantity: (before: number) => before + by }));
  return writeStock(db, accountId, changes);
}

interface StockChange extends Pick<StockTable, 'product_id' | 'location_id'> {
  readonly getQuantity: (before: number) => number;
}

async function writeStock(db: StoreDb, accountId: number, changes: readonly StockChange[]): Promise<void> {
  await inWriteTransaction(db, async (transaction) => {
    await lockAccount(transaction, accountId);
    const changed: StockChange[] = [];
    for (const change of changes) {
      if (await writeStockAt(transaction, accountId, change)) changed.push(change);
    }
    await recordStockChanges(transaction, accountId, changed);
  });
}

/** Answers whether the stock changed. The stock of a product is the sum over its locations. */
async function writeStockAt(
  db: StoreDb,
  accountId: number,
  { product_id, location_id, getQuantity }: StockChange,
): Promise<boolean> {
  const isThere = sql<SqlBool>`account_id = ${accountId} and product_id = ${product_id} and location_id = ${location_id}`;
  const known = await db.selectFrom('stock').select('quantity').where(isThere).executeTakeFirst();
  if (known === undefined) {
    throw new CatalogRuleError('stock_is_kept_there', `stock of product ${product_id} at location ${location_id}`);
  }
  const quantity = getQuantity(known.quantity);
  if (quantity === known.quantity) return false;
  await writeTogether(db, [
    sql`update stock set quantity = ${quantity} where ${isThere}`,
    sql`update products set stock = stock + ${quantity - known.quantity}
      where account_id = ${accountId} and id = ${product_id}`,
  ]);
  return true;
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
