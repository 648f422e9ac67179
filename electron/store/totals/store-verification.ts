import { sql } from 'kysely';
import { sumStock } from '../catalog/catalog-writer.ts';
import { recordStockChanges } from '../changes/record-changes.ts';
import type { StoreDb } from '../schema.ts';
import { inWriteTransaction, lockAccount } from '../transactions.ts';
import { type RepairPace, repairTotals } from './repair-totals.ts';
import type { TotalsDifference } from './totals-differences.ts';
import { readTotalsParts, type TotalsPart, verifyPart } from './verify-totals.ts';

/** Requests to a worker that verifies a store. It verifies one part per request, so that no statement takes long. */
export type VerificationRequest =
  | { readonly kind: 'list-parts' }
  | { readonly kind: 'verify'; readonly part: TotalsPart }
  | { readonly kind: 'verify-stock' }
  | { readonly kind: 'repair' };

/** A list that was not requested is empty. */
export interface VerificationAnswer {
  readonly parts: readonly TotalsPart[];
  readonly differences: readonly TotalsDifference[];
}

export async function answerVerification(
  db: StoreDb,
  request: VerificationRequest,
  pace: RepairPace,
): Promise<VerificationAnswer> {
  const answer = { parts: [], differences: [] };
  switch (request.kind) {
    case 'list-parts':
      return { ...answer, parts: await readTotalsParts(db) };
    case 'verify':
      return { ...answer, differences: await verifyPart(db, request.part) };
    case 'verify-stock':
      return { ...answer, differences: await verifyStock(db) };
    case 'repair':
      await repairTotals(db, pace);
      await repairStock(db);
      return answer;
  }
}

/** Finds products whose `stock` is not the sum over their locations, sorted by id. */
export async function verifyStock(db: StoreDb): Promise<TotalsDifference[]> {
  const { rows } = await sql<{ account_id: number; id: number; stored: number; expected: number }>`
    select products.account_id, products.id, products.stock as stored, coalesce(counted.quantity, 0) as expected
    from products
    left join (
      select account_id, product_id, sum(quantity) as quantity from stock group by account_id, product_id
    ) as counted on counted.account_id = products.account_id and counted.product_id = products.id
    where products.stock <> coalesce(counted.quantity, 0)
    order by products.id
  `.execute(db);
  return rows.map(({ stored, expected, ...key }) => ({ table: 'products', key, column: 'stock', stored, expected }));
}

/**
 * Repairs each differing product in a separate transaction. Records a change, because readers may have seen the wrong
 * stock.
 */
export async function repairStock(db: StoreDb): Promise<void> {
  for (const { key } of await verifyStock(db)) {
    const [accountId, id] = [Number(key.account_id), Number(key.id)];
    await inWriteTransaction(db, async (transaction) => {
      await lockAccount(transaction, accountId);
      await sumStock(transaction, accountId, [id]);
      await recordStockChanges(transaction, accountId, [{ product_id: id, location_id: null }]);
    });
  }
}
