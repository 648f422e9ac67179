import type { Kysely } from 'kysely';
import type { LocalDay } from '../../../shared/local-days.ts';
import type { StoreSchema } from '../schema.ts';
import { type LocalMonth, monthOf } from './local-months.ts';
import { type TotalsDifference, verifyTotals } from './verify-totals.ts';

/** Days and months of an account whose totals are not what the orders say. */
export interface Damage {
  readonly accountId: number;
  readonly days: ReadonlySet<LocalDay>;
  /** Those of the days too. */
  readonly months: ReadonlySet<LocalMonth>;
}

export async function findDamage(db: Kysely<StoreSchema>): Promise<Damage[]> {
  const found = new Map<number, { accountId: number; days: Set<LocalDay>; months: Set<LocalMonth> }>();
  for await (const difference of verifyTotals(db)) {
    const accountId = Number(difference.key.account_id);
    const damage = found.get(accountId) ?? { accountId, days: new Set(), months: new Set() };
    found.set(accountId, damage);
    const day = dayOf(difference);
    if (day !== null) damage.days.add(day);
    damage.months.add(day === null ? Number(difference.key.month) : monthOf(day));
  }
  return [...found.values()];
}

/** null for a difference of a month. */
function dayOf({ key, column, right }: TotalsDifference): LocalDay | null {
  if (column === 'local_day') return right;
  return key.day === undefined ? null : Number(key.day);
}
