import { type DialectAdapter, SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely';

/** Kysely's SQLite dialect, which leaves half-made tables after a failed migration, made transactional. */
export class TransactionalSqliteDialect extends SqliteDialect {
  constructor(database: SqliteDatabase) {
    super({ database });
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
