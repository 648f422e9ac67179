import { type DialectAdapter, PostgresDialect, type QueryCompiler } from 'kysely';
import { PostgresStoreCompiler } from '../dialects/postgres-store-compiler.ts';
import { PostgresStoreAdapter } from './postgres-store-adapter.ts';

/** Kysely's PostgreSQL dialect, for queries that are written for both databases. */
export class PostgresStoreDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new PostgresStoreAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new PostgresStoreCompiler();
  }
}
