import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreDb } from '../schema.ts';
import type { StoredTotals } from './totals-tables.ts';

/** Keys and sums of a totals row, by column. */
export type TotalsRow = Readonly<Record<string, number | string>>;

/** A column whose stored value differs from the orders. Values are `null` if the row is missing. */
export interface TotalsDifference {
  readonly table: string;
  readonly key: TotalsRow;
  readonly column: string;
  readonly stored: number | null;
  readonly expected: number | null;
}

/** Stored totals and what they should be. */
export interface TotalsComparison {
  readonly stored: StoredTotals;
  readonly isCompared: RawBuilder<SqlBool>;
  /** Key columns with the same value in all rows. */
  readonly common: Readonly<Record<string, number>>;
  /** A query for the other key columns and the sums. */
  readonly expected: RawBuilder<unknown>;
}

/** Compares inside the database, so that only differing rows are loaded into memory. */
export async function readTotalsDifferences(db: StoreDb, comparison: TotalsComparison): Promise<TotalsDifference[]> {
  const { stored, isCompared, common, expected } = comparison;
  const sums = Object.keys(stored.sums);
  const key = listColumns(Object.keys(stored.keys).filter((column) => !(column in common)));
  const row = sql`${key}, ${listColumns(sums)}`;
  const values = sums.flatMap((sum) => [
    sql`sum(case when is_stored = 1 then ${sql.id(sum)} end) as ${sql.id(`stored_${sum}`)}`,
    sql`sum(case when is_stored = 0 then ${sql.id(sum)} end) as ${sql.id(`expected_${sum}`)}`,
  ]);
  const differs = sums.map(
    (sum) => sql`sum(case when is_stored = 1 then ${sql.id(sum)} else -${sql.id(sum)} end) <> 0`,
  );
  const { rows } = await sql<Readonly<Record<string, number | null>>>`
    select ${key}, ${sql.join(values)}
    from (
      select 1 as is_stored, ${row} from ${sql.id(stored.table)} where ${isCompared}
      union all
      select 0, ${row} from (${expected}) as counted
    ) as compared
    group by ${key}
    having count(*) <> 2 or ${sql.join(differs, sql` or `)}
    order by ${key}
  `.execute(db);
  return rows.flatMap((found) => {
    const keys = Object.keys(stored.keys).map((column) => [column, common[column] ?? found[column]]);
    return sums
      .map((column) => ({
        column,
        stored: found[`stored_${column}`] ?? null,
        expected: found[`expected_${column}`] ?? null,
      }))
      .filter((difference) => difference.stored !== difference.expected)
      .map((difference) => ({ table: stored.table, key: Object.fromEntries(keys), ...difference }));
  });
}

function listColumns(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.id(name)));
}
