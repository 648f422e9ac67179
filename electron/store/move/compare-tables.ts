import { sql } from 'kysely';
import { chooseByDialect } from '../dialects/dialect.ts';
import type { StoreDb } from '../schema.ts';
import type { SourceColumn, SourceTable } from './source-store.ts';

/** The number of rows of a table, and per column the number of non-null values and their sum. */
export type TableFigures = Readonly<Record<string, number>>;

/** Sums of remainders stay exact in a JavaScript number for 10^9 rows. */
const DIVISOR = 1_000_003;

/** Equal rows give equal figures on both databases. Reads the whole table. */
export async function readFigures(db: StoreDb, { name, columns }: SourceTable): Promise<TableFigures> {
  const sums = columns.flatMap((column) => [
    sql`count(${sql.ref(column.name)}) as ${sql.id(`${column.name} count`)}`,
    sql`coalesce(sum(${measureColumn(column)}), 0) as ${sql.id(`${column.name} sum`)}`,
  ]);
  const { rows } = await sql<TableFigures>`
    select ${sql.join([sql`count(*) as rows`, ...sums])} from ${sql.table(name)}`.execute(db);
  return rows[0] ?? {};
}

/** Measures text by its bytes and integers by their remainder. */
function measureColumn({ name, isText }: SourceColumn) {
  const column = sql.ref(name);
  if (!isText) return sql`${column} % ${sql.lit(DIVISOR)}`;
  return chooseByDialect({ sqlite: sql`length(cast(${column} as blob))`, postgres: sql`octet_length(${column})` });
}

/**
 * Describes the first difference, such as `orders: rows is 3 in the database and 4 in the data file`. `null` if there
 * is none.
 */
export function describeDifference(table: string, target: TableFigures, here: TableFigures): string | null {
  const name = Object.keys(here).find((figure) => here[figure] !== target[figure]);
  if (name === undefined) return null;
  return `${table}: ${name} is ${target[name] ?? 'missing'} in the database and ${here[name]} in the data file`;
}
