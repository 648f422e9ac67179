import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import type { TotalsDifference } from '../../../electron/store/totals/totals-differences.ts';
import { readTotalsParts, verifyPart } from '../../../electron/store/totals/verify-totals.ts';

export async function differencesIn(db: Kysely<StoreSchema>): Promise<TotalsDifference[]> {
  const differences: TotalsDifference[] = [];
  for (const part of await readTotalsParts(db)) differences.push(...(await verifyPart(db, part)));
  return differences;
}
