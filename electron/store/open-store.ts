import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { type Clock, systemClock } from '../session/clock.ts';
import { migrateStore } from './migrate-store.ts';
import { migrations } from './migrations/index.ts';
import { NodeSqliteDatabase } from './node-sqlite-database.ts';
import type { StoreSchema } from './schema.ts';
import { TransactionalSqliteDialect } from './sqlite-dialect.ts';
import { StoreError } from './store-error.ts';
import { setPragmas } from './store-pragmas.ts';
import { tellTime } from './tell-time.ts';

export interface Store {
  readonly db: Kysely<StoreSchema>;
  close(): Promise<void>;
}

export interface StoreOptions {
  readonly file: string;
  /** Dates the changes that the database records by itself. */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Opens the store in `file` (`:memory:` for one that lives as long as it is open), making it where it does not
 * exist, and brings its tables up to date. The folder has to exist. Throws `StoreError`.
 */
export async function openStore({ file, clock = systemClock }: StoreOptions): Promise<Store> {
  const connection = connect(file);
  try {
    setPragmas(connection);
    tellTime(connection, clock);
    const db = new Kysely<StoreSchema>({
      dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
    });
    await migrateStore(db, migrations);
    return { db, close: () => db.destroy() };
  } catch (error) {
    connection.close();
    throw asStoreError(error, file);
  }
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw asStoreError(error, file);
  }
}

// Primary result codes of SQLite, https://www.sqlite.org/rescode.html
const CORRUPT_CODES = new Set([11, 26]);
const UNAVAILABLE_CODES = new Set([3, 5, 6, 8, 10, 13, 14, 23]);

function asStoreError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (CORRUPT_CODES.has(code)) {
    return new StoreError('corrupt', `The data file ${file} is damaged or is not a data file.`, {
      cause: error,
    });
  }
  if (UNAVAILABLE_CODES.has(code)) {
    const reason = error instanceof Error ? error.message : String(error);
    return new StoreError('unavailable', `The data file ${file} cannot be used: ${reason}.`, {
      cause: error,
    });
  }
  return error;
}

function sqliteCode(error: unknown): number {
  const hasCode = error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
  return hasCode ? Number(error.errcode) & 0xff : -1;
}
