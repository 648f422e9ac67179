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

/** Kysely's SQLite dialect, which leaves half-made tables after a failed migration, made transactional. */
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
    return new CarefulSqliteDriver(this.#database);
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Takes the lock at the beginning of a transaction that is said to write. SQLite rolls back by itself when a disk is
 * full: a second rollback would fail, and hide why.
 */
class CarefulSqliteDriver extends SqliteDriver {
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

/** Writes queries as SQLite takes them. */
class SqliteStoreCompiler extends SqliteQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const form = getFormFor('sqlite', node);
    if (form) this.visitNode(form);
    else super.visitFunction(node);
  }
}

/** A list endpoint with many optional filters has many texts. */
const MAX_STATEMENTS = 500;

/** A `node:sqlite` connection in the form that Kysely's SQLite driver asks for, with a statement cache. */
export class NodeSqliteDatabase implements SqliteDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  prepare(sql: string): SqliteStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = asKyselyStatement(this.#connection.prepare(sql));
    this.#statements.set(sql, statement);
    return statement;
  }

  get isInTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  /** May be called again. */
  close(): void {
    this.#statements.clear();
    if (this.#connection.isOpen) this.#connection.close();
  }
}

/** The rows of `node:sqlite` are dictionaries, whose fields take three times as long to read as those of plain objects. */
function asKyselyStatement(statement: StatementSync): SqliteStatement {
  statement.setReturnArrays(true);
  let names = namesOf(statement);

  function toRow(values: readonly SQLOutputValue[]): Row {
    // A migration may have added a column to `select *`.
    if (values.length !== names.length) names = namesOf(statement);
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

function namesOf(statement: StatementSync): readonly string[] {
  return statement.columns().map(({ name }) => name);
}

/**
 * A value as SQLite has to get it. A JavaScript number would be stored as a floating point one, hence BigInt;
 * an object would be read as named parameters and store NULL, hence refused. Integers come back as numbers,
 * and reading one that is not safe throws.
 */
export function toBound(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new TypeError(`not a value that the store holds: ${typeof value} ${String(value)}`);
}

const BUSY_TIMEOUT_MS = 5_000;

const SYNCHRONOUS_FULL = 2;

/** What this program relies on, with all that SQLite may say of each once it is set; `undefined` for nothing. */
const RELIED_ON = [
  { name: 'journal_mode', set: 'WAL', kept: ['wal', 'memory'] },
  { name: 'synchronous', set: 'FULL', kept: [SYNCHRONOUS_FULL] },
  { name: 'foreign_keys', set: 'ON', kept: [1] },
  { name: 'recursive_triggers', set: 'ON', kept: [1] },
  { name: 'mmap_size', set: '0', kept: [0, undefined] },
];

/**
 * Sets what this program relies on and reads it back, for SQLite ignores a pragma that it cannot follow: a
 * commit survives a power cut, references hold, triggers see what a REPLACE removes, an error of the disk is an error
 * and no crash, and a second process waits for a lock. Throws `StoreError`.
 */
export function setPragmas(
  connection: DatabaseSync,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): void {
  demandSafeSqlite(String(onlyValue(connection, 'select sqlite_version()')));
  connection.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  for (const { name, set } of RELIED_ON) connection.exec(`pragma ${name} = ${set}`);
  expectPragmas(connection);
  expectPragma(connection, 'busy_timeout', [busyTimeoutMs]);
}

/** Throws `StoreError` where a connection does not keep what this program relies on. */
export function expectPragmas(connection: DatabaseSync): void {
  for (const { name, kept } of RELIED_ON) expectPragma(connection, name, kept);
}

function expectPragma(connection: DatabaseSync, name: string, kept: readonly unknown[]): void {
  const value = onlyValue(connection, `pragma ${name}`);
  if (kept.includes(value)) return;
  throw new StoreError('unavailable', `The data is not safe there: SQLite keeps ${name} at ${String(value)}.`);
}

function onlyValue(connection: DatabaseSync, query: string): unknown {
  return Object.values(connection.prepare(query).get() ?? {})[0];
}

/** Earlier ones could damage a file in WAL mode that has several connections: https://sqlite.org/wal.html#walresetbug. */
const SAFE_SINCE = [3, 51, 3] as const;

/** Throws `StoreError` where the store would not be safe with this version of SQLite. */
export function demandSafeSqlite(version: string): void {
  if (!isBefore(version.split('.').map(Number), SAFE_SINCE)) return;
  const sentence = `The data is not safe with SQLite ${version}, which this Node has: Tilldesk needs ${SAFE_SINCE.join('.')} or later.`;
  throw new StoreError('unavailable', sentence);
}

/** A version with anything but numbers counts as older. */
function isBefore(parts: readonly number[], since: readonly number[]): boolean {
  const index = since.findIndex((part, position) => parts[position] !== part);
  const part = parts[index] ?? 0;
  return index >= 0 && !(part > (since[index] ?? 0));
}
