import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CompiledQuery, type Insertable, type RawBuilder, sql } from 'kysely';
import { dialectOf, type StoreDialect, sentTogether } from './dialects/dialect.ts';
import { toBound } from './dialects/sqlite-connection.ts';
import type { StoreDb, StoreSchema } from './schema.ts';
import { inWriteTransaction } from './transactions.ts';

/** SQLite takes 32 766 parameters a statement, PostgreSQL 65 535; 60 000 order items take 0.4 s so, 1.2 s one by one. */
const ROWS_PER_STATEMENT = 100;

/**
 * Inserts all rows or none. Made for bulk: the statement's text is put together once, not by the query builder
 * for each chunk. Every row has the same columns as the first.
 */
export async function insertRows<Table extends keyof StoreSchema & string>(
  db: StoreDb,
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof Insertable<StoreSchema[Table]> & string)[];
  const textOf = (count: number) => insertText(table, columns, count, dialectOf(db));
  const fullText = textOf(ROWS_PER_STATEMENT);
  await inWriteTransaction(db, async (transaction) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      const chunk = rows.slice(start, start + ROWS_PER_STATEMENT);
      const values = chunk.flatMap((row) => columns.map((column) => row[column]));
      const text = chunk.length === ROWS_PER_STATEMENT ? fullText : textOf(chunk.length);
      await transaction.executeQuery(CompiledQuery.raw(text, values));
    }
  });
}

type RowsByTable = {
  readonly [Table in keyof StoreSchema & string]?: readonly Insertable<StoreSchema[Table]>[];
};

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The same for rows of several tables, those that others refer to first; few of them go together. */
export async function insertIntoTables(db: StoreDb, rowsByTable: RowsByTable): Promise<void> {
  const tables = Object.entries(rowsByTable).filter(([, rows]) => rows.length > 0) as [keyof StoreSchema, Rows][];
  const isFew = tables.every(([, rows]) => rows.length <= ROWS_PER_STATEMENT);
  await inWriteTransaction(db, async (transaction) => {
    if (isFew && dialectOf(db) === 'postgres') {
      const statements = sentTogether(
        'postgres',
        tables.map(([table, rows]) => insertStatement(table, rows)),
      );
      for (const statement of statements) await statement.execute(transaction);
    } else {
      for (const [table, rows] of tables) await insertRows(transaction, table, rows as never);
    }
  });
}

function insertStatement(table: string, rows: Rows): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.id(column)))}) values ${sql.join(values)}`;
}

function insertText(table: string, columns: readonly string[], rowCount: number, dialect: StoreDialect): string {
  const names = columns.map((column) => `"${column}"`).join(', ');
  const parameter = (index: number) => (dialect === 'sqlite' ? '?' : `$${index + 1}`);
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const parameters = columns.map((_column, offset) => parameter(row * columns.length + offset));
    return `(${parameters.join(', ')})`;
  });
  return `insert into "${table}" (${names}) values ${rows.join(', ')}`;
}

export type BulkInsert = <Table extends keyof StoreSchema & string>(
  table: Table,
  rows: readonly Insertable<StoreSchema[Table]>[],
) => void;

/** Inserts rows past the query builder, a quarter of the time a row. Every row has the columns of the first. */
export function createBulkInsert(connection: DatabaseSync): BulkInsert {
  const statements = new Map<string, StatementSync>();
  const prepare = (table: string, columns: readonly string[], count: number) => {
    const key = `${table} ${count} ${columns.join()}`;
    const statement = statements.get(key) ?? connection.prepare(insertText(table, columns, count, 'sqlite'));
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
