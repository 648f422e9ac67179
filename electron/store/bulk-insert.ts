import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Insertable } from 'kysely';
import { toBound } from './dialects/node-sqlite-database.ts';
import { insertText } from './insert-rows.ts';
import type { StoreSchema } from './schema.ts';

export type BulkInsert = <Table extends keyof StoreSchema & string>(
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
) => void;

/** More of them cost as much a row; fewer cost more. */
const ROWS_PER_STATEMENT = 100;

/** Inserts rows past the query builder, a quarter of the time a row. Every row has the columns of the first. */
export function createBulkInsert(connection: DatabaseSync): BulkInsert {
  const statements = new Map<string, StatementSync>();
  const prepare = (table: string, columns: readonly string[], count: number) => {
    const key = `${table} ${count} ${columns.join()}`;
    const statement = statements.get(key) ?? connection.prepare(insertText(table, columns, count));
    statements.set(key, statement);
    return statement;
  };
  return (table, rows) => {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first) as (keyof typeof first & string)[];
    const inFull = rows.length - (rows.length % ROWS_PER_STATEMENT);
    const [full, single] = [prepare(table, columns, ROWS_PER_STATEMENT), prepare(table, columns, 1)];
    for (let start = 0; start < inFull; start += ROWS_PER_STATEMENT) {
      full.run(...valuesOf(rows.slice(start, start + ROWS_PER_STATEMENT), columns));
    }
    for (const row of rows.slice(inFull)) single.run(...valuesOf([row], columns));
  };
}

function valuesOf<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row)[]) {
  const values = [];
  for (const row of rows) for (const column of columns) values.push(toBound(row[column]));
  return values;
}
