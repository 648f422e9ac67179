import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import type { StoredTotals } from './totals-tables.ts';

/** A row of a totals table: keys and sums by column. */
export type TotalsRow = Readonly<Record<string, number | string>>;

/** A column whose stored value differs from the orders. `null` stands for a missing row. */
export interface TotalsDifference {
  readonly table: string;
  readonly key: TotalsRow;
  readonly column: string;
  readonly kept: number | null;
  readonly right: number | null;
}

/** Stored totals and what they should be. */
export interface TotalsComparison {
  readonly stored: StoredTotals;
  readonly isCompared: RawBuilder<SqlBool>;
  /** The columns of the key that are the same in all rows. */
  readonly common: Readonly<Record<string, number>>;
  /** A query for the rest of the key, and the sums. */
  readonly right: RawBuilder<unknown>;
}

/** Compares in the database: of the many rows of a month only those that differ come into memory. */
export async function readTotalsDifferences(db: StoreDb, comparison: TotalsComparison): Promise<TotalsDifference[]> {
  const { stored, isCompared, common, right } = comparison;
  const sums = Object.keys(stored.sums);
  const key = columnsOf(Object.keys(stored.keys).filter((column) => !(column in common)));
  const row = sql`${key}, ${columnsOf(sums)}`;
  const values = sums.flatMap((sum) => [
    sql`sum(case when is_stored = 1 then ${sql.id(sum)} end) as ${sql.id(`kept_${sum}`)}`,
    sql`sum(case when is_stored = 0 then ${sql.id(sum)} end) as ${sql.id(`right_${sum}`)}`,
  ]);
  const differs = sums.map(
    (sum) => sql`sum(case when is_stored = 1 then ${sql.id(sum)} else -${sql.id(sum)} end) <> 0`,
  );
  const { rows } = await sql<Readonly<Record<string, number | null>>>`
    select ${key}, ${sql.join(values)}
    from (
      select 1 as is_stored, ${row} from ${sql.id(stored.table)} where ${isCompared}
      union all
      select 0, ${row} from (${right}) as counted
    ) as compared
    group by ${key}
    having count(*) <> 2 or ${sql.join(differs, sql` or `)}
    order by ${key}
  `.execute(db);
  return rows.flatMap((found) => {
    const keys = Object.keys(stored.keys).map((column) => [column, common[column] ?? found[column]]);
    return sums
      .map((column) => ({ column, kept: found[`kept_${column}`] ?? null, right: found[`right_${column}`] ?? null }))
      .filter(({ kept, right: counted }) => kept !== counted)
      .map((difference) => ({ table: stored.table, key: Object.fromEntries(keys), ...difference }));
  });
}

function columnsOf(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.id(name)));
}
