import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { NodeSqliteDatabase } from './dialects/node-sqlite-database.ts';
import { TransactionalSqliteDialect } from './dialects/sqlite-dialect.ts';
import { setPragmas } from './dialects/store-pragmas.ts';
import type { Store } from './open-store.ts';
import type { StoreSchema } from './schema.ts';

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
