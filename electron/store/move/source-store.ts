import { DatabaseSync } from 'node:sqlite';
import { assertKnownSchema, hasPendingMigrations, migrations } from '../migrations/migrate-store.ts';
import { createSqliteStore } from '../open-store.ts';
import type { StoreDb } from '../schema.ts';
import { StoreError, toStoreError } from '../store-error.ts';

/** Tables that are not copied, with the reason. All others are, including those of later migrations. */
export const SKIPPED_TABLES: Readonly<Record<string, string>> = {
  kysely_migration: 'the database keeps its own history of migrations',
  kysely_migration_lock: 'belongs to that history',
  server_keys: 'the move writes the fingerprint of the secret key itself',
  sign_in_peers: 'counts the sign-ins of one minute, which is over when the servers start',
};

export interface SourceTable {
  readonly name: string;
  readonly columns: readonly SourceColumn[];
  /** Primary key columns. */
  readonly key: readonly string[];
}

export interface SourceColumn {
  readonly name: string;
  readonly isText: boolean;
}

export type SourceRow = Readonly<Record<string, string | number | null>>;

/** A read-only store. All reads see the same rows, even if another program writes. */
export interface SourceStore {
  readonly db: StoreDb;
  /** Tables to copy, without the search index, which PostgreSQL does not need. */
  readonly tables: readonly SourceTable[];
  /** Streams all rows in the order of the key. */
  readRows(table: SourceTable): Iterable<SourceRow>;
  /** Reads the last id that the table ever assigned. 0 if it assigns none. */
  readLastId(table: string): number;
  close(): Promise<void>;
}

const BUSY_TIMEOUT_MS = 5_000;

/** Throws `StoreError`, also for a store of an earlier version, because migrating it would write. */
export async function openSourceStore(file: string): Promise<SourceStore> {
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    connection.exec('begin');
    const { db, close } = createSqliteStore(connection);
    await assertKnownSchema(db, migrations);
    if (await hasPendingMigrations(db, migrations)) {
      const message = `The data file ${file} is from an earlier version. Start Tilldesk with its folder once, and stop it again.`;
      throw new StoreError('unavailable', message);
    }
    return { ...createReader(connection), db, close };
  } catch (error) {
    connection?.close();
    throw toStoreError(error, file);
  }
}

function createReader(connection: DatabaseSync): Pick<SourceStore, 'tables' | 'readRows' | 'readLastId'> {
  const names = connection
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && !(name in SKIPPED_TABLES));
  return {
    tables: names.map((name) => describeTable(connection, name)),
    readRows({ name, columns, key }) {
      const columnList = columns.map((column) => `"${column.name}"`).join(', ');
      const order = key.length === 0 ? 'rowid' : key.map((column) => `"${column}"`).join(', ');
      // Store columns hold integers and text. `insertRows` rejects anything else.
      return connection
        .prepare(`select ${columnList} from "${name}" order by ${order}`)
        .iterate() as Iterable<SourceRow>;
    },
    readLastId: (table) =>
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
