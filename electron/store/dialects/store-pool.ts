import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { asDatabaseError } from './as-database-error.ts';
import { toBound } from './node-sqlite-database.ts';

/**
 * The connections to the database at `place`, as Kysely's driver asks for them. `prepare` comes first each time that one
 * is reserved.
 */
export function storePool(
  pool: Pool,
  place: string,
  prepare: ((client: PoolClient) => Promise<void>) | null,
): PostgresPool {
  async function reserve(): Promise<PoolClient> {
    const client = await pool.connect();
    try {
      await prepare?.(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      try {
        return new StoreClient(await reserve(), place);
      } catch (error) {
        throw asDatabaseError(error, place);
      }
    },
  };
}

/** Takes the values that SQLite takes, and tells failures as those of the store. */
class StoreClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #place: string;

  constructor(client: PoolClient, place: string) {
    this.#client = client;
    this.#place = place;
  }

  query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('the store reads without cursors');
    return this.#query(text, parameters);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const values = parameters.map(toSent);
    try {
      return (await this.#client.query(text, values)) as unknown as PostgresQueryResult<Row>;
    } catch (error) {
      throw asDatabaseError(error, this.#place);
    }
  }
}

/** The migrator of Kysely asks with conditions as well. */
function toSent(value: unknown): unknown {
  return typeof value === 'boolean' ? value : toBound(value);
}
