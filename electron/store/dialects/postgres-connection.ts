import {
  type ColumnDefinitionNode,
  DataTypeNode,
  type DialectAdapter,
  type FunctionNode,
  PostgresAdapter,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryCompiler,
  RawNode,
} from 'kysely';
import { DatabaseError, type Pool, type PoolClient, types } from 'pg';
import type { Clock } from '../../base/clock.ts';
import { DatabaseAwayError, NewerSchemaError, StoreError } from '../store-error.ts';
import { getFormFor } from './dialect.ts';
import { toBound } from './sqlite-connection.ts';

/** The time limits of a transaction in PostgreSQL, in milliseconds. */
export interface TransactionLimits {
  readonly statementMs: number;
  readonly lockMs: number;
  /** Between two statements, so that a program that vanished loses its locks. */
  readonly idleMs: number;
}

/**
 * Called once per outage, for any number of failed calls. A database of a newer program version also counts as an
 * outage.
 */
export interface OutageListener {
  began(error: DatabaseAwayError | NewerSchemaError): void;
  ended(): void;
}

export interface StorePoolDeps {
  readonly pool: Pool;
  /** Names the database in messages. */
  readonly label: string;
  readonly limits: TransactionLimits;
  readonly outages: OutageListener;
  readonly clock: Pick<Clock, 'now'>;
  /** Runs each time a connection is taken from the pool. */
  readonly prepare: ((client: PoolClient) => Promise<void>) | null;
}

interface ClientDeps extends Pick<StorePoolDeps, 'label' | 'limits'> {
  readonly onSuccess: () => void;
  /** Converts a failure to a store error. */
  readonly toStoreFailure: (error: unknown) => unknown;
}

/** An outage ends when nothing has failed for this long. Connections break one by one, while others still respond. */
const OUTAGE_END_MS = 10_000;

/** Adapts the pool to Kysely's driver. */
export function createStorePool({ pool, label, limits, outages, clock, prepare }: StorePoolDeps): PostgresPool {
  /** `null` if there is no outage. */
  let lastFailureAt: number | null = null;

  function onSuccess(): void {
    if (lastFailureAt === null || clock.now() - lastFailureAt < OUTAGE_END_MS) return;
    lastFailureAt = null;
    outages.ended();
  }

  function toStoreFailure(thrown: unknown): unknown {
    const error = toDatabaseError(thrown, label);
    if (error instanceof DatabaseAwayError || error instanceof NewerSchemaError) {
      if (lastFailureAt === null) outages.began(error);
      lastFailureAt = clock.now();
    }
    return error;
  }

  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      let client: PoolClient | undefined;
      try {
        client = await pool.connect();
        await prepare?.(client);
        return new StoreClient(client, { label, limits, onSuccess, toStoreFailure });
      } catch (error) {
        client?.release(true);
        throw toStoreFailure(error);
      }
    },
  };
}

type Answer = PostgresQueryResult<unknown>;

/**
 * The routine in which PostgreSQL warns that it stopped waiting for the synchronous standby. The commit succeeds, but a
 * promoted standby would not have it.
 */
const STANDBY_WAIT_ROUTINE = 'SyncRepWaitForLSN';

const BEGIN_STATEMENT = /^(begin|start transaction)\b/;

/** Accepts the same values as SQLite, and throws store errors. */
class StoreClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #deps: ClientDeps;
  /** The response to `begin`. The first query is sent without waiting for it, which saves a round trip. */
  #beginning: Promise<unknown> | null = null;
  #hasLostStandby = false;
  #isBroken = false;

  readonly #note = ({ routine }: Pick<DatabaseError, 'routine'>) => {
    this.#hasLostStandby ||= routine === STANDBY_WAIT_ROUTINE;
  };

  constructor(client: PoolClient, deps: ClientDeps) {
    this.#client = client;
    this.#deps = deps;
    client.on('notice', this.#note);
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported');
    return BEGIN_STATEMENT.test(text) ? this.#begin(text) : this.#query(text, parameters.map(toParameter));
  }

  /** A failed connection may lead to a server that is now read-only, so the pool opens another. */
  release(destroy?: boolean): void {
    this.#client.off('notice', this.#note);
    this.#client.release(destroy || this.#isBroken);
  }

  async #begin(text: string): Promise<Answer> {
    this.#beginning = this.#client.query(`${text}; ${formatLimits(this.#deps.limits)}`);
    this.#beginning.catch(() => undefined);
    return { command: 'SELECT', rowCount: 0, rows: [] };
  }

  async #query(text: string, values: unknown[]): Promise<Answer> {
    const beginning = this.#beginning;
    this.#beginning = null;
    try {
      const [answer] = await Promise.all([this.#client.query(text, values), beginning]);
      if (this.#hasLostStandby)
        throw new DatabaseAwayError(
          `The database ${this.#deps.label} lost its standby, so the last change may be lost. Check the standby.`,
        );
      this.#deps.onSuccess();
      return answer as unknown as Answer;
    } catch (thrown) {
      const error = this.#deps.toStoreFailure(thrown);
      this.#isBroken ||= error instanceof DatabaseAwayError;
      throw error;
    }
  }
}

/**
 * Sets the limits per transaction, because PgBouncer rejects them as connection parameters and would pass session
 * settings to the next client.
 */
function formatLimits({ statementMs, lockMs, idleMs }: TransactionLimits): string {
  return [
    `set local statement_timeout = ${statementMs}`,
    `set local lock_timeout = ${lockMs}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
  ].join('; ');
}

/** Kysely's migrator also sends booleans. */
function toParameter(value: unknown): unknown {
  return typeof value === 'boolean' ? value : toBound(value);
}

const { builtins } = types;

/** Integers and their sums. */
const INTEGER_TYPES: readonly number[] = [builtins.INT8, builtins.NUMERIC];

/**
 * Parses values as SQLite returns them: integers as numbers, JSON as text, booleans as 0 or 1. Throws `RangeError` for
 * a number that JavaScript cannot hold exactly.
 */
export const valueParsers = {
  getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (INTEGER_TYPES.includes(type)) return toExactInteger;
    if (type === builtins.BOOL) return (text) => (text === 't' ? 1 : 0);
    if (type === builtins.JSON || type === builtins.JSONB) return (text) => text;
    return types.getTypeParser(type, format as 'text');
  },
};

function toExactInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`not an exact integer: ${text}`);
}

/**
 * SQLSTATE classes that make the database unusable: connection, sign-in, missing database, resources, operator, system,
 * missing feature, corruption; https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const UNAVAILABLE_CLASSES: readonly string[] = ['08', '0A', '28', '3D', '53', '57', '58', 'XX'];

/** `insufficient_privilege`, `read_only_sql_transaction`. */
const UNAVAILABLE_CODES: readonly string[] = ['42501', '25006'];

/** `lock_not_available`: not retried, because the caller has waited long enough. */
const LOCK_TIMEOUT_CODE = '55P03';

/**
 * Converts a failure of PostgreSQL or the connection to a `DatabaseAwayError`. Errors of a query, such as constraint
 * violations and conflicts, stay unchanged, but without row values.
 */
export function toDatabaseError(error: unknown, label: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (error instanceof DatabaseError) {
    Object.assign(error, { detail: undefined, where: undefined, internalQuery: undefined });
    const { code = '' } = error;
    if (code === LOCK_TIMEOUT_CODE) {
      const message = `The database ${label} is busy: a lock was not released in time. Try again later.`;
      return new DatabaseAwayError(message, { cause: error });
    }
    if (!UNAVAILABLE_CLASSES.includes(code.slice(0, 2)) && !UNAVAILABLE_CODES.includes(code)) return error;
  } else if (error instanceof TypeError || error instanceof RangeError) {
    return error;
  }
  const message = `The database ${label} cannot be used: ${getReason(error)}.`;
  return new DatabaseAwayError(message, { cause: error });
}

/** A host with several addresses gives one error for each, and an empty message. */
function getReason(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : error.message;
}

/** Kysely's PostgreSQL dialect, for queries that run on both databases. */
export class PostgresStoreDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new PostgresStoreAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new PostgresStoreCompiler();
  }
}

/**
 * Kysely's migrator takes an advisory lock, which distributed databases lack. `migrateStore` takes a store lock
 * instead.
 */
class PostgresStoreAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/** Compiles queries for PostgreSQL. */
class PostgresStoreCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const form = getFormFor('postgres', node);
    if (form) this.visitNode(form);
    else super.visitFunction(node);
  }

  /** SQLite integers have 64 bits. With a smaller type, comparing with a larger number would be an error. */
  protected override visitDataType(node: DataTypeNode): void {
    this.append(node.dataType === 'integer' ? 'bigint' : node.dataType === 'blob' ? 'bytea' : node.dataType);
  }

  /** Compares and sorts text by bytes, as SQLite does. PostgreSQL would use its locale. */
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const isText = DataTypeNode.is(node.dataType) && node.dataType.dataType === 'text';
    super.visitColumnDefinition(isText ? { ...node, dataType: BYTE_ORDERED_TEXT } : node);
  }

  protected override getAutoIncrement(): string {
    return 'generated by default as identity';
  }
}

const BYTE_ORDERED_TEXT = RawNode.createWithSql('text collate "C"');
