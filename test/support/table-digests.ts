import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Digests of the rows of each table in a store, without the ignored columns. */
export type TableDigests = ReadonlyMap<string, TableDigest>;

export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
}

/** Uses a separate connection, which sees committed data only. `leftOut` has the form `table.column`. */
export function digestTables(file: string, leftOut: readonly string[] = []): TableDigests {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return new Map(tablesOf(connection).map((table) => [table, digestTable(connection, table, leftOut)]));
  } finally {
    connection.close();
  }
}

/** Returns one digest of everything. */
export function digestOf(digests: TableDigests): string {
  const lines = [...digests].map(([table, { rows, digest }]) => `${table} ${rows} ${digest}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The data of a virtual table is in other tables. */
function tablesOf(connection: DatabaseSync): string[] {
  const tables = connection.prepare(
    "select name from sqlite_master where type = 'table' and sql not like 'create virtual%' order by name",
  );
  return tables.all().map(({ name }) => String(name));
}

function digestTable(connection: DatabaseSync, table: string, leftOut: readonly string[]): TableDigest {
  const columns = connection.prepare('select name from pragma_table_info(?)').all(table);
  const digestedColumns = columns
    .map(({ name }) => String(name))
    .filter((column) => !leftOut.includes(`${table}.${column}`));
  const texts = digestedColumns.map((column) => `quote("${column}")`).join(" || ',' || ");
  const rows = connection.prepare(`select ${texts} as text from "${table}"`).all();
  const lines = rows.map(({ text }) => String(text));
  return { rows: lines.length, digest: createHash('sha256').update(lines.sort().join('\n')).digest('hex') };
}
