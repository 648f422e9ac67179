import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type FunctionNode,
  type QueryCompiler,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { StoreError } from '../store-error.ts';
import { getFormFor } from './dialect.ts';

/**
 * Kysely's SQLite dialect with transactional migrations. Without them a failed migration would leave some of its
 * tables.
 */
export class TransactionalSqliteDialect extends SqliteDialect {
  readonly #database: NodeSqliteDatabase;

  constructor(database: NodeSqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new SqliteStoreCompiler();
  }

  override createDriver(): Driver {
    return new StoreSqliteDriver(this.#database);
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Takes the write lock at the start of a write transaction. If a disk is full, SQLite rolls back by itself; a second
 * rollback would fail and hide the cause.
 */
class StoreSqliteDriver extends SqliteDriver {
  readonly #database: NodeSqliteDatabase;

  constructor(database: NodeSqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === 'read write' ? 'begin immediate' : 'begin';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isInTransaction) await super.rollbackTransaction(connection);
  }
}

/** Compiles queries for SQLite. */
class SqliteStoreCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const form = getFormFor('sqlite', node);
    if (form) this.visitNode(form);
    else super.visitFunction(node);
  }
}

/** A list with many optional filters has many statements. */
const MAX_STATEMENTS = 500;

/** Adapts a `node:sqlite` connection to Kysely's driver, with a statement cache. */
export class NodeSqliteDatabase implements SqliteDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  prepare(sql: string): SqliteStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = toKyselyStatement(this.#connection.prepare(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  get isInTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }
}

/**
 * Reads rows as arrays: row objects of `node:sqlite` are dictionaries, which are three times slower to read than plain
 * objects.
 */
function toKyselyStatement(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true);
  let names = getColumnNames(statement);

  function toRow(values: readonly SQLOutputValue[]): Row {
    // A migration may have added a column to `select *`.
    if (values.length !== names.length) names = getColumnNames(statement);
    const row: Row = {};
    for (let at = 0; at < values.length; at += 1) row[names[at] ?? ''] = values[at] ?? null;
    return row;
  }

  return {
    reader: names.length > 0,
    // `setReturnArrays` does not change the type of the rows.
    all: (parameters) => (statement.all(...parameters.map(toBound)) as unknown as SQLOutputValue[][]).map(toRow),
    run: (parameters) => statement.run(...parameters.map(toBound)),
    *iterate(parameters) {
      const rows = statement.iterate(...parameters.map(toBound)) as Iterable<unknown> as Iterable<SQLOutputValue[]>;
      for (const values of rows) yield toRow(values);
    },
  };
}

type Row = Record<string, SQLOutputValue>;

function getColumnNames(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/**
 * Converts a value for SQLite. Numbers become BigInt, because otherwise they would be stored as floating point. Objects
 * are rejected, because they would be read as named parameters and store NULL. Reading an integer that is not safe
 * throws.
 */
export function toBound(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new TypeError(`the store cannot hold this value: ${typeof value} ${String(value)}`);
}

const BUSY_TIMEOUT_MS = 5_000;

const SYNCHRONOUS_FULL = 2;

/** Required pragmas, and the accepted values when read back. `undefined` means no value. */
const REQUIRED_PRAGMAS = [
  { name: 'journal_mode', set: 'WAL', accepted: ['wal', 'memory'] },
  { name: 'synchronous', set: 'FULL', accepted: [SYNCHRONOUS_FULL] },
  { name: 'foreign_keys', set: 'ON', accepted: [1] },
  { name: 'recursive_triggers', set: 'ON', accepted: [1] },
  { name: 'mmap_size', set: '0', accepted: [0, undefined] },
];

/**
 * Sets the required pragmas and reads them back, because SQLite ignores those that it cannot apply. They make commits
 * survive a power cut, check references, run triggers on REPLACE, report disk errors instead of crashing, and make a
 * second process wait for locks. Throws `StoreError`.
 */
export function setPragmas(
  connection: DatabaseSync,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): void {
  assertSafeSqlite(String(readValue(connection, 'select sqlite_version()')));
  connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  for (const { name, set } of REQUIRED_PRAGMAS) connection.exec(`pragma ${name} = ${set}`);
  assertPragmas(connection);
  assertPragma(connection, 'busy_timeout', [busyTimeoutMs]);
}

/** Throws `StoreError` if a required pragma is not set. */
export function assertPragmas(connection: DatabaseSync): void {
  for (const { name, accepted } of REQUIRED_PRAGMAS) assertPragma(connection, name, accepted);
}

function assertPragma(connection: DatabaseSync, name: string, accepted: readonly unknown[]): void {
  const value = readValue(connection, `pragma ${name}`);
  if (accepted.includes(value)) return;
  throw new StoreError(
    'unavailable',
    `The data is not safe in this folder: SQLite cannot change ${name} from ${String(value)}. Move the data folder to a local disk.`,
  );
}

function readValue(connection: DatabaseSync, query: string): unknown {
  return Object.values(connection.prepare(query).get() ?? {})[0];
}

/** Earlier versions could corrupt a WAL file with several connections: https://sqlite.org/wal.html#walresetbug. */
const MIN_SQLITE_VERSION = [3, 51, 3] as const;

/** Throws `StoreError` if this version of SQLite is not safe. */
export function assertSafeSqlite(version: string): void {
  if (!isBefore(version.split('.').map(Number), MIN_SQLITE_VERSION)) return;
  const message = `The data is not safe with SQLite ${version} of this Node. Use a Node with SQLite ${MIN_SQLITE_VERSION.join('.')} or later.`;
  throw new StoreError('unavailable', message);
}

/** A version that is not numeric counts as older. */
function isBefore(parts: readonly number[], minimum: readonly number[]): boolean {
  const index = minimum.findIndex((part, position) => parts[position] !== part);
  const part = parts[index] ?? 0;
  return index >= 0 && !(part > (minimum[index] ?? 0));
}
