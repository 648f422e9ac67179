import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Compiled texts kept at most; a list endpoint with many optional filters has many texts. */
const CACHED_STATEMENTS = 500;

/** A `node:sqlite` connection in the form that Kysely's SQLite driver asks for, with a statement cache. */
export class NodeSqliteDatabase implements SqliteDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  prepare(sql: string): SqliteStatement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = asKyselyStatement(this.#connection.prepare(sql));
    if (this.#statements.size >= CACHED_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }

  get isInTransaction(): boolean {
    return this.#connection.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}

function asKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toBound)),
    run: (parameters) => statement.run(...parameters.map(toBound)),
    iterate: (parameters) => statement.iterate(...parameters.map(toBound)),
  };
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
