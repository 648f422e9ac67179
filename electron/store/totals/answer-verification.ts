import type { Kysely } from 'kysely';
import type { StoreSchema } from '../schema.ts';
import { type RepairPace, repairTotals } from './repair-totals.ts';
import { type AccountMonth, readMonths } from './totals-months.ts';
import { repairStock, verifyStock } from './verify-stock.ts';
import { type TotalsDifference, verifyMonth } from './verify-totals.ts';

/** What can be asked of a thread that verifies a store: a month at a time, so that no more is in memory. */
export type VerificationRequest =
  | { readonly kind: 'list-months' }
  | { readonly kind: 'verify'; readonly month: AccountMonth }
  | { readonly kind: 'verify-stock' }
  | { readonly kind: 'repair' };

/** What was asked for; the other one is empty. */
export interface VerificationAnswer {
  readonly months: readonly AccountMonth[];
  readonly differences: readonly TotalsDifference[];
}

export async function answerVerification(
  db: Kysely<StoreSchema>,
  request: VerificationRequest,
  pace: RepairPace,
): Promise<VerificationAnswer> {
  switch (request.kind) {
    case 'list-months':
      return { months: await readMonths(db), differences: [] };
    case 'verify':
      return { months: [], differences: await verifyMonth(db, request.month) };
    case 'verify-stock':
      return { months: [], differences: await verifyStock(db) };
    case 'repair':
      await repairTotals(db, pace);
      await repairStock(db);
      return { months: [], differences: [] };
  }
}
