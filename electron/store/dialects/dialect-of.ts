import { type Kysely, PostgresAdapter } from 'kysely';
import type { StoreDialect } from './by-dialect.ts';

/** For what cannot be said in one query; inside of queries see `byDialect`. */
export function dialectOf<Schema>(db: Kysely<Schema>): StoreDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
