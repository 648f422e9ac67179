import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** What is in each table of a store, as a digest of its rows. Columns that are left out may hold anything. */
export type TableDigests = ReadonlyMap<string, TableDigest>;

export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
}

/** By a connection of its own, which sees what is committed. `leftOut` is of the form `table.column`. */
export function digestTables(file: string, leftOut: readonly string[] = []): TableDigests {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    return new Map(tablesOf(connection).map((table) => [table, digestTable(connection, table, leftOut)]));
  } finally {
    connection.close();
  }
}

/** One digest for all of it. */
export function digestOf(digests: TableDigests): string {
  const lines = [...digests].map(([table, { rows, digest }]) => `${table} ${rows} ${digest}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** What a virtual table shows lies in tables of its own. */
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
