import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf, sentTogether } from './dialects/dialect.ts';
import { isAmong } from './dialects/expressions.ts';
import type { StoreDb } from './schema.ts';

/** Runs statements that write. None of them may need what another of them writes; see `sentTogether`. */
export async function writeTogether(db: StoreDb, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  for (const statement of sentTogether(dialectOf(db), statements)) await statement.execute(db);
}

/** Runs statements that write the records with these ids, as `writeTogether` does it. */
export async function writeRecords(
  db: StoreDb,
  ids: readonly number[],
  build: (isOf: (column: string) => Expression<SqlBool>) => readonly RawBuilder<unknown>[],
): Promise<void> {
  const [id] = ids;
  // PostgreSQL plans a list each time. It plans the statement for one record, which comes most, once.
  const isOf = (column: string) =>
    ids.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${id}` : isAmong(column, JSON.stringify(ids));
  await writeTogether(db, build(isOf));
}

/** What a query may see: one account, and of it one location where the caller is locked to it. */
export interface StoreScope {
  readonly accountId: number;
  readonly locationId: number | null;
  /** An order has a location of its own, whatever that of its shop is. */
  readonly placesByOrder?: boolean | undefined;
}

/** Which rows of a selection are read. */
export interface PageRange {
  readonly start: number;
  readonly limit: number;
}

/** The rows with these ids, in the order of the ids. An id without a row is left out. */
export function sortByIds<Row extends { readonly id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

/** Parts of a list with at most `size` entries, for statements that take no more. */
export function chunksOf<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const count = Math.ceil(entries.length / size);
  return Array.from({ length: count }, (_, index) => entries.slice(index * size, (index + 1) * size));
}

/** The row of a query that always gives exactly one, such as a sum. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`one row was expected, ${rows.length} came`);
  return row;
}
