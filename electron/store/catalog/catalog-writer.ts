import { sql, type UpdateResult } from 'kysely';
import type { ProductPricesTable, StockTable, StoreDb } from '../schema.ts';
import { inWriteTransaction, takeAccountTurn } from '../transactions.ts';

/** A price with both of its sides: each is set, neither is worked out here. */
export type PriceChange = Pick<ProductPricesTable, 'account_id' | 'id' | 'ppu' | 'ppu_wt'>;

/** A product at a location where it is kept. */
export type StockPlace = Pick<StockTable, 'account_id' | 'product_id' | 'location_id'>;

/** Throws `CatalogRuleError` for a price that the account does not have. */
export async function changePrice(db: StoreDb, { account_id, id, ppu, ppu_wt }: PriceChange): Promise<void> {
  const subject = `price ${id}`;
  if (ppu < 0 || ppu_wt < 0) throw new CatalogRuleError('price_is_not_negative', subject);
  const result = await inTurn(db, account_id, (transaction) =>
    transaction
      .updateTable('product_prices')
      .set({ ppu, ppu_wt })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  demandOne(result, 'price_exists', subject);
}

/** Sets what was counted, in 1/1000; it may be negative. Throws `CatalogRuleError` where the product is not kept. */
export async function changeStock(db: StoreDb, place: StockPlace, quantity: number): Promise<void> {
  const result = await inTurn(db, place.account_id, (transaction) =>
    stockAt(transaction, place).set({ quantity }).executeTakeFirst(),
  );
  demandOne(result, 'stock_is_kept_there', nameOf(place));
}

/** Adds what came, in 1/1000, or takes off what went. Throws `CatalogRuleError` where the product is not kept. */
export async function moveStock(db: StoreDb, place: StockPlace, by: number): Promise<void> {
  const result = await inTurn(db, place.account_id, (transaction) =>
    stockAt(transaction, place)
      .set({ quantity: sql`quantity + ${by}` })
      .executeTakeFirst(),
  );
  demandOne(result, 'stock_is_kept_there', nameOf(place));
}

/** The database records such a change in the feed: two that met there in another order would wait for each other. */
function inTurn(db: StoreDb, accountId: number, write: (transaction: StoreDb) => Promise<UpdateResult>) {
  return inWriteTransaction(db, async (transaction) => {
    await takeAccountTurn(transaction, accountId);
    return write(transaction);
  });
}

function stockAt(db: StoreDb, { account_id, product_id, location_id }: StockPlace) {
  return db
    .updateTable('stock')
    .where('account_id', '=', account_id)
    .where('product_id', '=', product_id)
    .where('location_id', '=', location_id);
}

function demandOne({ numUpdatedRows }: UpdateResult, rule: CatalogRule, subject: string): void {
  if (numUpdatedRows !== 1n) throw new CatalogRuleError(rule, subject);
}

function nameOf({ product_id, location_id }: StockPlace): string {
  return `stock of product ${product_id} at location ${location_id}`;
}

/** What a change of the catalog has to be, whoever makes it. */
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
