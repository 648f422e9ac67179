import { DatabaseSync } from 'node:sqlite';
import { setPragmas } from './dialects/sqlite-connection.ts';
import { createSqliteStore, type Store } from './open-store.ts';

/** Identifies the store from which a thread opens a connection. */
export interface StoreFile {
  readonly file: string;
}

/** Opens a second, read-only connection to an open store. Its queries run in the calling thread. */
export function openReader(file: string): Store {
  const connection = new DatabaseSync(file, { readOnly: true });
  setPragmas(connection);
  return createSqliteStore(connection);
}

/** Opens a second connection that may write. The first one waits during its writes, so keep them short. */
export function openWriter(file: string): Store {
  const connection = new DatabaseSync(file);
  setPragmas(connection);
  return createSqliteStore(connection);
}
