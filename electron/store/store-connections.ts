import { DatabaseSync } from 'node:sqlite';
import { setPragmas } from './dialects/sqlite-connection.ts';
import { type Store, sqliteStore } from './open-store.ts';

/** What a thread needs to open a connection of its own. */
export interface StoreFile {
  readonly file: string;
}

/**
 * Another connection to a store that is open already, for a thread that only reads. All its queries run in that thread.
 */
export function openReader(file: string): Store {
  const connection = new DatabaseSync(file, { readOnly: true });
  setPragmas(connection);
  return sqliteStore(connection);
}

/** Enough for a file that was just closed, or is being checked; a writer takes longer. */
const BUSY_TIMEOUT_MS = 20;

/**
 * Another connection to a store that is open already, for writes that are tried again later: they fail nearly at once
 * while another connection writes. Not for tables of which changes are recorded, which needs `setTime`.
 */
export function openWriter(file: string): Store {
  const connection = new DatabaseSync(file);
  setPragmas(connection, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  return sqliteStore(connection);
}
