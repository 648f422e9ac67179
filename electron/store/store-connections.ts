import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { NodeSqliteDatabase, setPragmas, TransactionalSqliteDialect } from './dialects/sqlite-connection.ts';
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

/** For a file that was just closed, or is being checked; whoever writes takes longer. */
const BUSY_TIMEOUT_MS = 20;

/**
 * A further connection to a store that is open already, for writes that are tried again later: where somebody else
 * writes, they fail nearly at once, and nobody waits for that lock. Not for tables with triggers, which need
 * `tellTime`.
 */
export function openWriter(file: string): Store {
  const connection = new DatabaseSync(file);
  setPragmas(connection, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  const db = new Kysely<StoreSchema>({
    dialect: new TransactionalSqliteDialect(new NodeSqliteDatabase(connection)),
  });
  return { db, close: () => db.destroy() };
}
