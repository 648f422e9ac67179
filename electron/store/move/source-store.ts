import { DatabaseSync } from 'node:sqlite';
import { hasMigrationsAhead, migrations, refuseStrangeSchema } from '../migrations/migrate-store.ts';
import { createSqliteStore } from '../open-store.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError, toStoreError } from '../store-error.ts';

/** Tables that are not copied, with the reason. Every other table is, also one that a later migration makes. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  kysely_migration: 'the database keeps its own history of migrations',
  kysely_migration_lock: 'belongs to that history',
  server_keys: 'the move writes the fingerprint of the secret key itself',
  sign_in_peers: 'counts the sign-ins of one minute, which is over when the servers start',
};

/** A table of a store as SQLite has it. */
export interface SourceTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  /** Names of the columns of its primary key. */
  readonly key: readonly string[];
}

export interface SourceColumn {
  readonly name: string;
  readonly isText: boolean;
}

export type SourceRow = Readonly<Record<string, string | number | null>>;

/** A store that is read and never written. All reads see the same rows, whatever another program writes meanwhile. */
export interface SourceStore {
  readonly db: StoreDb;
  /** Those to copy. The search index of SQLite is none: PostgreSQL searches the products themselves. */
  readonly tables: readonly SourceTable[];
  /** All rows in the order of the key, which come as they are read. */
  rowsOf(table: SourceTable): Iterable<SourceRow>;
  /** The last id that the table ever gave out; 0 if it gives out none. */
  lastIdOf(table: string): number;
  close(): Promise<void>;
}

const BUSY_TIMEOUT_MS = 5_000;

/** Throws `StoreError`, also for a store whose tables are not up to date: bringing them up to date would write. */
export async function openSourceStore(file: string): Promise<SourceStore> {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    connection.exec('begin');
    const { db, close } = createSqliteStore(connection);
    await refuseStrangeSchema(db, migrations);
    if (await hasMigrationsAhead(db, migrations)) {
      const sentence = `The data file ${file} is of an earlier version: start Tilldesk on its folder once, and stop it again.`;
      throw new StoreError('unavailable', sentence);
    }
    return { ...readerOn(connection), db, close };
  } catch (error) {
    connection?.close();
    throw toStoreError(error, file);
  }
}

function readerOn(connection: DatabaseSync): Pick<SourceStore, 'tables' | 'rowsOf' | 'lastIdOf'> {
  const names = connection
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !(name in LEFT_BEHIND));
  return {
    tables: names.map((name) => describeTable(connection, name)),
    rowsOf({ name, columns, key }) {
      const listed = columns.map((column) => `"${column.name}"`).join(', ');
      const order = key.length === 0 ? 'rowid' : key.map((column) => `"${column}"`).join(', ');
      // Columns of a store hold integers and text: `insertRows` refuses anything else.
      return connection.prepare(`select ${listed} from "${name}" order by ${order}`).iterate() as Iterable<SourceRow>;
    },
    lastIdOf: (table) =>
      Number(connection.prepare('select seq from sqlite_sequence where name = ?').get(table)?.seq ?? 0),
  };
}

function describeTable(connection: DatabaseSync, name: string): SourceTable {
  const columns = connection.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(name);
  return {
    name,
    columns: columns.map((column) => ({ name: String(column.name), isText: /^text$/i.test(String(column.type)) })),
    key: columns
      .filter(({ pk }) => Number(pk) > 0)
      .sort((one, other) => Number(one.pk) - Number(other.pk))
      .map((column) => String(column.name)),
  };
}
