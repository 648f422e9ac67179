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

/** How long PostgreSQL lets a transaction take, in milliseconds. */
export interface TransactionLimits {
  readonly statementMs: number;
  readonly lockMs: number;
  /** Between two statements: a program that vanished then loses its locks. */
  readonly idleMs: number;
}

/** Each outage is reported once, however many calls meet it. A database of a newer program cannot be used either. */
export interface OutageListener {
  began(error: DatabaseAwayError | NewerSchemaError): void;
  ended(): void;
}

export interface StorePoolDeps {
  readonly pool: Pool;
  /** Of the database, for messages. */
  readonly place: string;
  readonly limits: TransactionLimits;
  readonly outages: OutageListener;
  readonly clock: Pick<Clock, 'now'>;
  /** Runs each time that a connection is reserved. */
  readonly prepare: ((client: PoolClient) => Promise<void>) | null;
}

interface ClientDeps extends Pick<StorePoolDeps, 'place' | 'limits'> {
  readonly answered: () => void;
  /** Makes an error of the store out of a failure. */
  readonly failed: (error: unknown) => unknown;
}

/** An outage is over when nothing has failed for so long: connections break one after another, while others still answer. */
const QUIET_MS = 10_000;

/** The connections to a database for Kysely's driver. */
export function storePool({ pool, place, limits, outages, clock, prepare }: StorePoolDeps): PostgresPool {
  /** Null while there is no outage. */
  let lastFailureAt: number | null = null;

  function answered(): void {
    if (lastFailureAt === null || clock.now() - lastFailureAt < QUIET_MS) return;
    lastFailureAt = null;
    outages.ended();
  }

  function failed(thrown: unknown): unknown {
    const error = asDatabaseError(thrown, place);
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
        return new StoreClient(client, { place, limits, answered, failed });
      } catch (error) {
        client?.release(true);
        throw failed(error);
      }
    },
  };
}

type Answer = PostgresQueryResult<unknown>;

/**
 * Where PostgreSQL warns that it committed without waiting any longer for the synchronous standby. It calls that done,
 * but a standby that is promoted then does not have it.
 */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';

const BEGINS = /^(begin|start transaction)\b/;

/** Accepts the values that SQLite accepts, and throws errors of the store. */
class StoreClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #deps: ClientDeps;
  /** A transaction that was begun without waiting for the answer: the next query waits for both, one way instead of two. */
  #beginning: Promise<unknown> | null = null;
  #hasLostStandby = false;
  #isBroken = false;

  readonly #note = ({ routine }: Pick<DatabaseError, 'routine'>) => {
    this.#hasLostStandby ||= routine === WAIT_FOR_STANDBY;
  };

  constructor(client: PoolClient, deps: ClientDeps) {
    this.#client = client;
    this.#deps = deps;
    client.on('notice', this.#note);
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('the store reads without cursors');
    return BEGINS.test(text) ? this.#begin(text) : this.#query(text, parameters.map(toSent));
  }

  /** A connection that failed may lead to a server that no longer takes writes: the pool opens another. */
  release(destroy?: boolean): void {
    this.#client.off('notice', this.#note);
    this.#client.release(destroy || this.#isBroken);
  }

  async #begin(text: string): Promise<Answer> {
    this.#beginning = this.#client.query(`${text}; ${limitsOf(this.#deps.limits)}`);
    this.#beginning.catch(() => undefined);
    return { command: 'SELECT', rowCount: 0, rows: [] };
  }

  async #query(text: string, values: unknown[]): Promise<Answer> {
    const beginning = this.#beginning;
    this.#beginning = null;
    try {
      const [answer] = await Promise.all([this.#client.query(text, values), beginning]);
      if (this.#hasLostStandby) throw new DatabaseAwayError(`The database ${this.#deps.place} lost its standby.`);
      this.#deps.answered();
      return answer as unknown as Answer;
    } catch (thrown) {
      const error = this.#deps.failed(thrown);
      this.#isBroken ||= error instanceof DatabaseAwayError;
      throw error;
    }
  }
}

/** For one transaction: PgBouncer refuses them as parameters of a connection, and would give those to the next client. */
function limitsOf({ statementMs, lockMs, idleMs }: TransactionLimits): string {
  return [
    `set local statement_timeout = ${statementMs}`,
    `set local lock_timeout = ${lockMs}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
  ].join('; ');
}

/** The migrator of Kysely asks with conditions as well. */
function toSent(value: unknown): unknown {
  return typeof value === 'boolean' ? value : toBound(value);
}

const { builtins } = types;

/** Integers, and what sums of them are. */
const WHOLE_NUMBERS: readonly number[] = [builtins.INT8, builtins.NUMERIC];

/**
 * Values as SQLite gives them: integers as numbers, JSON as text, conditions as 0 or 1. Throws `RangeError` for a
 * number that is not exact as one.
 */
export const storedValues = {
  getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (WHOLE_NUMBERS.includes(type)) return toWholeNumber;
    if (type === builtins.BOOL) return (text) => (text === 't' ? 1 : 0);
    if (type === builtins.JSON || type === builtins.JSONB) return (text) => text;
    return types.getTypeParser(type, format as 'text');
  },
};

function toWholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`not a whole number that is exact: ${text}`);
}

/**
 * Classes of SQLSTATE for which the database cannot be used as it is: connection, sign-in, missing database, resources,
 * operator, system, a feature that is not there, damage; https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const UNAVAILABLE_CLASSES: readonly string[] = ['08', '0A', '28', '3D', '53', '57', '58', 'XX'];

/** `insufficient_privilege`, `read_only_sql_transaction`. */
const UNAVAILABLE_CODES: readonly string[] = ['42501', '25006'];

/** `lock_not_available`: not repeated, because the caller has waited long enough. */
const WAITED_TOO_LONG = '55P03';

/**
 * A failure of PostgreSQL or of the connection as a sentence about the database at `place`. An error of a query (a rule
 * that it breaks, a conflict with another transaction) stays as it is, without the values of rows.
 */
export function asDatabaseError(error: unknown, place: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  if (error instanceof DatabaseError) {
    Object.assign(error, { detail: undefined, where: undefined, internalQuery: undefined });
    const { code = '' } = error;
    if (code === WAITED_TOO_LONG) {
      const message = `The database ${place} is busy: others kept what was to be written locked for too long.`;
      return new DatabaseAwayError(message, { cause: error });
    }
    if (!UNAVAILABLE_CLASSES.includes(code.slice(0, 2)) && !UNAVAILABLE_CODES.includes(code)) return error;
  } else if (error instanceof TypeError || error instanceof RangeError) {
    return error;
  }
  const message = `The database ${place} cannot be used: ${reasonOf(error)}.`;
  return new DatabaseAwayError(message, { cause: error });
}

/** A host with several addresses fails once for each, under a message that is empty. */
function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : error.message;
}

/** Kysely's PostgreSQL dialect, for queries that are written for both databases. */
export class PostgresStoreDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new PostgresStoreAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new PostgresStoreCompiler();
  }
}

/**
 * Kysely's migrator takes an advisory lock, which distributed engines lack; `migrateStore` takes a lock of the store
 * instead.
 */
class PostgresStoreAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/** Writes queries as PostgreSQL takes them. */
class PostgresStoreCompiler extends PostgresQueryCompiler {
  protected override visitFunction(node: FunctionNode): void {
    const form = getFormFor('postgres', node);
    if (form) this.visitNode(form);
    else super.visitFunction(node);
  }

  /** An integer of SQLite has 64 bits; here one that is compared with a greater number would be an error. */
  protected override visitDataType(node: DataTypeNode): void {
    this.append(node.dataType === 'integer' ? 'bigint' : node.dataType === 'blob' ? 'bytea' : node.dataType);
  }

  /** SQLite compares, orders and lowers text by its bytes, a database of PostgreSQL as its locale has it. */
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const isText = DataTypeNode.is(node.dataType) && node.dataType.dataType === 'text';
    super.visitColumnDefinition(isText ? { ...node, dataType: TEXT_BY_BYTES } : node);
  }

  protected override getAutoIncrement(): string {
    return 'generated by default as identity';
  }
}

const TEXT_BY_BYTES = RawNode.createWithSql('text collate "C"');
