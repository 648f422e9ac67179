import { type DialectAdapter, PostgresDialect, type QueryCompiler } from 'kysely';
import { PostgresStoreAdapter } from './postgres-store-adapter.ts';
import { PostgresStoreCompiler } from './postgres-store-compiler.ts';

/** Kysely's PostgreSQL dialect, for queries that are written for both databases. */
export class PostgresStoreDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new PostgresStoreAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new PostgresStoreCompiler();
  }
}
