import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { TotalsDifference } from '../../../electron/store/totals/totals-differences.ts';
import { verifyTotals } from '../../../electron/store/totals/verify-totals.ts';

export async function differencesIn(db: Kysely<StoreSchema>): Promise<TotalsDifference[]> {
  const differences: TotalsDifference[] = [];
  for await (const difference of verifyTotals(db)) differences.push(difference);
  return differences;
}
