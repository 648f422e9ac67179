import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { NodeSqliteDatabase } from './dialects/node-sqlite-database.ts';
import { TransactionalSqliteDialect } from './dialects/sqlite-dialect.ts';
import { setPragmas } from './dialects/store-pragmas.ts';
import type { Store } from './open-store.ts';
import type { StoreSchema } from './schema.ts';

/** What a thread needs to know to open a connection of its own. */
export interface StoreFile {
  readonly file: string;
}

/**
 * A further connection to a store that is open already, for a thread that only reads: it changes nothing, its
 * tables are up to date, and all its queries run where they are asked for.
 */
export function openReader(file: string): Store {
  const connection = new DatabaseSync(file, { readOnly: true });
  setPragmas(connection);
  const db = new Kysely<StoreSchema>({
    dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
  });
  return { db, close: () => db.destroy() };
}
