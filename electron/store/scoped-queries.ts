import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { batchStatements, getDialect } from './dialects/dialect.ts';
import { isAmong } from './dialects/expressions.ts';
import type { StoreDb } from './schema.ts';

/** Runs write statements that do not depend on each other; see `batchStatements`. */
export async function writeBatch(db: StoreDb, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of batchStatements(getDialect(db), statements)) await statement.execute(db);
}

/** Runs write statements for the records with these ids, as `writeBatch` does. */
export async function writeRecords(
  db: StoreDb,
  ids: readonly number[],
  build: (matchesId: (column: string) => Expression<SqlBool>) => readonly RawBuilder<unknown>[],
): Promise<void> {
  const [id] = ids;
  // PostgreSQL plans a list every time, but reuses the plan for one record, the usual case.
  const isOf = (column: string) =>
    ids.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${id}` : isAmong(column, JSON.stringify(ids));
  await writeBatch(db, build(isOf));
}

/** The data that a query may see: an account, or one location of it for a caller who is locked to that location. */
export interface StoreScope {
  readonly accountId: number;
  readonly locationId: number | null;
  /** Whether the location of an order may differ from its shop's. */
  readonly hasOrderLocations?: boolean | undefined;
}

export interface PageRange {
  readonly start: number;
  readonly limit: number;
}

/** Sorts rows in the order of `ids`. Ids without a row are skipped. */
export function sortByIds<Row extends { readonly id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

/** Splits a list into chunks of at most `size` entries. */
export function splitIntoChunks<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, index) => entries.slice(index * size, (index + 1) * size));
}

/** Returns the row of a query that always returns exactly one, such as a sum. */
export function getOnlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`expected one row, got ${rows.length}`);
  return row;
}
